/*
 * deal.c - how the cards lie at the start: shuffled, or as somebody wrote them down, in letters or
 * in a board file of the course. Whatever comes out has every house complete and one Varys.
 */
#include <stdlib.h>
#include <string.h>

#include "bazi/random.h"
#include "files/json.h"
#include "hotk.h"

enum { GROUPS = HOUSES + 1, FILE_MAX = 64 << 10 }; /* the houses, and Varys */

static int group_size(int group)
{
    return group < HOUSES ? hotk_sizes[group] : 1;
}

static const char *group_name(int group)
{
    return group < HOUSES ? hotk_names[group] : "Varys";
}

static void shuffle_fairly(struct bz_random *random, struct hotk_deal *deal)
{
    int n = 0;

    for (int group = 0; group < GROUPS; group++)
        for (int i = 0; i < group_size(group); i++)
            deal->cell[n++] = hotk_letters[group];
    for (int i = CELLS - 1; i > 0; i--) {
        int other = (int)bz_random_below(random, (uint64_t)i + 1);
        char letter = deal->cell[i];

        deal->cell[i] = deal->cell[other];
        deal->cell[other] = letter;
    }
}

/* Every house that has cards left is as likely as any other, however many they are. */
static void shuffle_like_the_course(struct bz_random *random, struct hotk_deal *deal)
{
    int left[GROUPS], open[GROUPS];

    for (int group = 0; group < GROUPS; group++)
        left[group] = group_size(group);
    for (int cell = 0; cell < CELLS; cell++) {
        int n = 0, group;

        for (int i = 0; i < GROUPS; i++)
            if (left[i])
                open[n++] = i;
        group = open[bz_random_below(random, (uint64_t)n)];
        left[group]--;
        deal->cell[cell] = hotk_letters[group];
    }
}

/* Whether the text is meant as letters: nothing else is in it, or it is as long as a board and
 * could hardly be a file's name. */
static bool is_letters(const char *text)
{
    size_t length = strlen(text);

    return strspn(text, hotk_letters) == length || (length == CELLS && !strpbrk(text, "./"));
}

static int read_letters(const char *text, struct hotk_deal *ret_deal, struct bz_error *err)
{
    size_t length = strlen(text), good = strspn(text, hotk_letters);
    int found[GROUPS] = {0};

    if (good < length)
        return bz_fail(err, BZ_ERROR_SYNTAX,
                       "board, character %zu: expected one of the letters %s ('%s')", good + 1,
                       hotk_letters, bz_quoted(text + good, length - good).text);
    if (length != CELLS)
        return bz_fail(err, BZ_ERROR_SYNTAX, "board: %zu letters, not %d", length, CELLS);
    for (int cell = 0; cell < CELLS; cell++)
        found[strchr(hotk_letters, text[cell]) - hotk_letters]++;
    for (int group = 0; group < GROUPS; group++)
        if (found[group] != group_size(group))
            return bz_fail(err, BZ_ERROR_ILLEGAL, "board: %d times %c (%s), not %d", found[group],
                           hotk_letters[group], group_name(group), group_size(group));
    memcpy(ret_deal->cell, text, CELLS);
    return BZ_OK;
}

/* A board file while it is being read: `card` counts the objects of its list. */
struct reading {
    const struct bz_source *source;
    int card;
    int found[GROUPS];
    struct hotk_deal deal; /* zero where no card lies yet */
};

static const char *const keys[] = {"house", "name", "location"};
enum { KEYS = sizeof(keys) / sizeof(keys[0]) };

/* Every card before this one has all keys, so its own are the card-th of their kind. */
static size_t place_of(const struct reading *r, const char *key)
{
    return bz_json_place(r->source, key, r->card);
}

static int check_keys(const struct reading *r, const json_t *card, struct bz_error *err)
{
    size_t near = 0;

    for (int i = 0; i < KEYS; i++)
        if (json_object_get(card, keys[i]))
            near = place_of(r, keys[i]);
    for (int i = 0; i < KEYS; i++)
        if (!json_object_get(card, keys[i]))
            return bz_source_fail(r->source, near, err, BZ_ERROR_SYNTAX, "card %d has no %s",
                                  r->card + 1, keys[i]);
    if (json_object_size(card) > KEYS)
        return bz_source_fail(r->source, near, err, BZ_ERROR_SYNTAX,
                              "card %d has more than a house, a name and a location", r->card + 1);
    return BZ_OK;
}

/* Varys belongs to "No House". */
static int find_group(const char *house)
{
    for (int group = 0; group < HOUSES; group++)
        if (!strcmp(house, hotk_names[group]))
            return group;
    return strcmp(house, "No House") ? -1 : HOUSES;
}

static int read_house(const struct reading *r, const json_t *card, int *ret_group,
                      struct bz_error *err)
{
    const char *house = json_string_value(json_object_get(card, "house"));
    const char *name = json_string_value(json_object_get(card, "name"));
    int group = house ? find_group(house) : -1;

    if (group < 0)
        return bz_source_fail(r->source, place_of(r, "house"), err, BZ_ERROR_UNKNOWN,
                              "card %d: '%s' is no house", r->card + 1,
                              house ? bz_quoted(house, strlen(house)).text : "");
    if (!name)
        return bz_source_fail(r->source, place_of(r, "name"), err, BZ_ERROR_SYNTAX,
                              "card %d: the name is not a text", r->card + 1);
    if ((group == HOUSES) != !strcmp(name, "Varys"))
        return bz_source_fail(r->source, place_of(r, "name"), err, BZ_ERROR_ILLEGAL,
                              "card %d: Varys, and nobody else, is of No House", r->card + 1);
    if (r->found[group] == group_size(group))
        return bz_source_fail(r->source, place_of(r, "house"), err, BZ_ERROR_ILLEGAL,
                              "card %d: more than %d of %s", r->card + 1, group_size(group),
                              group_name(group));
    *ret_group = group;
    return BZ_OK;
}

static int read_card(struct reading *r, const json_t *card, struct bz_error *err)
{
    const json_t *location = json_object_get(card, "location");
    json_int_t cell = json_is_integer(location) ? json_integer_value(location) : -1;
    int group = 0, code;

    if (!json_is_object(card))
        return bz_source_fail(r->source, 0, err, BZ_ERROR_SYNTAX, "card %d is not an object",
                              r->card + 1);
    code = check_keys(r, card, err);
    if (!code)
        code = read_house(r, card, &group, err);
    if (code)
        return code;
    if (cell < 0 || cell >= CELLS)
        return bz_source_fail(r->source, place_of(r, "location"), err, BZ_ERROR_RANGE,
                              "card %d: the location is not a number from 0 to %d", r->card + 1,
                              CELLS - 1);
    if (r->deal.cell[cell])
        return bz_source_fail(r->source, place_of(r, "location"), err, BZ_ERROR_ILLEGAL,
                              "card %d: there is a card at location %d already", r->card + 1,
                              (int)cell);
    r->deal.cell[cell] = hotk_letters[group];
    r->found[group]++;
    return BZ_OK;
}

/* With 36 cards, none in the place of another and no house too large, no house is too small. */
static int read_cards(const struct bz_source *source, const json_t *list,
                      struct hotk_deal *ret_deal, struct bz_error *err)
{
    struct reading r = {.source = source};

    if (!json_is_array(list))
        return bz_source_fail(source, 0, err, BZ_ERROR_SYNTAX, "not a list of cards");
    if (json_array_size(list) != CELLS)
        return bz_source_fail(source, source->length, err, BZ_ERROR_SYNTAX, "%zu cards, not %d",
                              json_array_size(list), CELLS);
    for (; r.card < CELLS; r.card++) {
        int code = read_card(&r, json_array_get(list, (size_t)r.card), err);

        if (code)
            return code;
    }
    *ret_deal = r.deal;
    return BZ_OK;
}

static int read_file(const char *path, struct hotk_deal *ret_deal, struct bz_error *err)
{
    struct bz_source source;
    json_t *list = NULL;
    int code = bz_source_read(&source, path, FILE_MAX, err);

    if (code)
        return code;
    if (source.text[strspn(source.text, " \t\r\n")] != '[')
        code = bz_source_fail(&source, 0, err, BZ_ERROR_SYNTAX,
                              "a board is 36 letters or a file with a JSON list of cards");
    else
        code = bz_json_parse(&source, &list, err);
    if (list) {
        code = read_cards(&source, list, ret_deal, err);
        json_decref(list);
    }
    bz_source_release(&source);
    return code;
}

int hotk_deal(const struct bz_setup *setup, struct hotk_deal *ret_deal, struct bz_error *err)
{
    const char *board = bz_setup_value(setup, "board")->text;
    struct bz_random random;

    if (*board)
        return is_letters(board) ? read_letters(board, ret_deal, err)
                                 : read_file(board, ret_deal, err);
    bz_random_seed(&random, (uint64_t)bz_setup_value(setup, "seed")->number);
    if (bz_setup_value(setup, "deal")->number == 0)
        shuffle_fairly(&random, ret_deal);
    else
        shuffle_like_the_course(&random, ret_deal);
    return BZ_OK;
}
