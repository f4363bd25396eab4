/*
 * test_konane_learned.c - the learned evaluation: images of a position are worth the same, fast
 * sums agree with slow ones, files come back as they were written or are refused, and learning is
 * the same every time.
 */
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bazi/asset.h"
#include "bazi/random.h"
#include "games/konane/konane.h"
#include "properties.h"
#include "search/kernel.h"

static char folder[] = "/tmp/bazi-learned-XXXXXX";

/* A path in a folder of this test's own, valid until the next call. */
static const char *path_of(const char *name)
{
    static char path[200];

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    return path;
}

/* Weights that are all different but for images, so that no mistake can cancel out. */
static struct konane_weights *random_weights(uint64_t seed)
{
    static struct konane_weights weights;
    int16_t *all = (int16_t *)&weights;
    struct bz_random random;

    bz_random_seed(&random, seed);
    for (size_t i = 0; i < sizeof(weights) / sizeof(*all); i++)
        all[i] = (int16_t)(bz_random_below(&random, 401) - 200);
    for (uint32_t i = 0; i < KONANE_AREA_KINDS << 16; i++)
        weights.area[i] = weights.area[konane_area(i)];
    return &weights;
}

static void setup_with(struct bz_setup *setup, const char *size, const struct konane_weights *w)
{
    char options[300];

    assert_int_equal(konane_weights_save(w, "", path_of("w"), NULL), BZ_OK);
    snprintf(options, sizeof(options), "size=%s weights=%s", size, path_of("w"));
    check_setup(setup, "konane", options);
}

static void scatter(const struct bz_setup *setup, struct bz_random *random, union bz_pos *ret_pos)
{
    struct konane *pos = (struct konane *)ret_pos;
    uint64_t eighths = 1 + bz_random_below(random, 7);

    bz_start(setup, ret_pos);
    konane_clear(pos, setup->world, pos->rows, pos->cols);
    pos->turn = (uint8_t)bz_random_below(random, 2);
    for (int row = 0; row < pos->rows; row++)
        for (int col = 0; col < pos->cols; col++)
            konane_put(pos, bz_random_below(random, 8) < eighths ? (row + col) % 2 : EMPTY, row,
                       col);
}

static bool is_stone(const struct konane *pos, int row, int col)
{
    return !konane_has(pos, EMPTY, konane_cell(pos, row, col));
}

static int count_stones(const struct konane *pos)
{
    int count = 0;

    for (int i = 0; i < pos->rows * pos->cols; i++)
        count += is_stone(pos, i / pos->cols, i % pos->cols);
    return count;
}

/* The image with rows, columns or both in reverse; colours follow the cells, and so does the turn
 * where they change. */
static void reflect(const struct konane *pos, bool rows, bool cols, struct konane *ret_image)
{
    int change = (rows * (pos->rows - 1) + cols * (pos->cols - 1)) % 2;

    konane_clear(ret_image, pos->world, pos->rows, pos->cols);
    ret_image->turn = pos->turn ^ (uint8_t)change;
    for (int row = 0; row < pos->rows; row++)
        for (int col = 0; col < pos->cols; col++) {
            int y = rows ? pos->rows - 1 - row : row, x = cols ? pos->cols - 1 - col : col;

            konane_put(ret_image, is_stone(pos, y, x) ? (row + col) % 2 : EMPTY, row, col);
        }
}

static void transpose(const struct konane *pos, struct konane *ret_image)
{
    konane_clear(ret_image, pos->world, pos->rows, pos->cols);
    ret_image->turn = pos->turn;
    for (int row = 0; row < pos->rows; row++)
        for (int col = 0; col < pos->cols; col++)
            konane_put(ret_image, is_stone(pos, col, row) ? (row + col) % 2 : EMPTY, row, col);
}

static const char *const sizes[] = {"4", "5", "6x8", "7", "8", "5x7", "8x5", "9", "6x16", "16"};

/* Its value, and, while two fifths of the board are full, the key its proof is found by. */
static void check_image(const struct bz_rules *rules, const union bz_pos *pos,
                        const union bz_pos *image)
{
    const struct konane *at = (const struct konane *)pos;

    assert_int_equal(rules->eval(image), rules->eval(pos));
    if (rules->image_hash && 5 * count_stones(at) >= 2 * at->rows * at->cols)
        assert_true(rules->image_hash(image) == rules->image_hash(pos));
}

static void images_are_worth_the_same(void **state)
{
    struct bz_random random;

    (void)state;
    bz_random_seed(&random, 1);
    for (int i = 0; i < CHECK_COUNT(sizes); i++) {
        struct bz_setup setup;

        setup_with(&setup, sizes[i], random_weights(7));
        for (int n = 0; n < 40; n++) {
            union bz_pos pos, image;

            scatter(&setup, &random, &pos);
            for (int way = 1; way < 4; way++) {
                reflect((struct konane *)&pos, way & 1, way & 2, (struct konane *)&image);
                check_image(setup.rules, &pos, &image);
            }
            if (!strchr(sizes[i], 'x')) {
                transpose((struct konane *)&pos, (struct konane *)&image);
                check_image(setup.rules, &pos, &image);
            }
        }
        bz_setup_release(&setup);
    }
}

/* The pattern of a window, read cell by cell from the nearest corner; in the middle from `rows` and
 * `cols`, which say from which side. */
static int slow_window(const struct konane *pos, int row, int col, bool rows, bool cols, int phase)
{
    int down = rows ? pos->rows - 3 - row : row, right = cols ? pos->cols - 3 - col : col;
    unsigned pattern = 0;
    struct konane_place place;

    for (int i = 0; i < 9; i++) {
        int y = row + (rows ? 2 - i / 3 : i / 3), x = col + (cols ? 2 - i % 3 : i % 3);

        pattern |= (unsigned)is_stone(pos, y, x) << i;
    }
    place = konane_place(down < 2 ? down : 2, right < 2 ? right : 2, pattern);
    return pos->world->weights
        ->window[phase][place.window][(row + col + pos->turn) % 2][place.pattern];
}

static int slow_windows(const struct konane *pos, int phase)
{
    int sum = 0;

    for (int row = 0; row < pos->rows - 2; row++)
        for (int col = 0; col < pos->cols - 2; col++) {
            int below = pos->rows - 3 - row, beyond = pos->cols - 3 - col, part = 0, ways = 0;

            for (int rows = 0; rows < 2; rows++)
                for (int cols = 0; cols < 2; cols++)
                    if ((rows ? below <= row : row <= below) &&
                        (cols ? beyond <= col : col <= beyond)) {
                        part += slow_window(pos, row, col, rows, cols, phase);
                        ways++;
                    }
            sum += part / ways;
        }
    return sum;
}

static int slow_lines(const struct konane *pos, int phase)
{
    int sum = 0;

    for (int line = 0; line < 8; line++)
        for (int way = 0; way < 2; way++) {
            unsigned cells = 0;

            for (int i = 0; i < 8; i++) {
                int at = (line + pos->turn) % 2 ? 7 - i : i; /* the mover's colour is first */

                cells |= (unsigned)(way ? is_stone(pos, at, line) : is_stone(pos, line, at)) << i;
            }
            sum += pos->world->weights->line[phase][line < 4 ? line : 7 - line][cells];
        }
    return sum;
}

/* A cell of the board as the mover sees it: with columns, rows or both in reverse, and columns as
 * rows. White sees columns in reverse to begin with. */
struct view {
    bool rows, cols, across;
};

static bool see(const struct konane *pos, struct view view, int row, int col)
{
    int y = view.rows ? 7 - row : row, x = view.cols ? 7 - col : col;
    int seen = view.across ? y : x;

    return is_stone(pos, view.across ? x : y, pos->turn == BLACK ? seen : 7 - seen);
}

/* Sixteen cells from that one on, in rows of so many, of which two views may be as good. */
static int slow_area(const struct konane *pos, enum konane_area kind, int at, int width,
                     const struct view *views, int count)
{
    uint32_t least = UINT32_MAX;

    for (int v = 0; v < count; v++) {
        uint32_t cells = 0;

        for (int i = 0; i < 16; i++)
            cells |= (uint32_t)see(pos, views[v], at / 8 + i / width, at % 8 + i % width) << i;
        least = cells < least ? cells : least;
    }
    return pos->world->weights->area[(uint32_t)kind << 16 | least];
}

/* Blocks in corners and in the centre, and then what every half turn and reflection brings to the
 * top of the board. */
static int slow_areas(const struct konane *pos)
{
    static const struct view views[] = {
        {false, false, false}, {false, false, true}, {true, true, false}, {true, true, true}};
    static const struct view others[] = {
        {true, false, false}, {false, true, true}, {false, true, false}, {true, false, true}};
    int sum = slow_area(pos, KONANE_CENTRE, 18, 4, views, 4);

    for (int i = 0; i < 4; i += 2)
        sum += slow_area(pos, KONANE_CORNER, 0, 4, &views[i], 2) +
               slow_area(pos, KONANE_OTHER_CORNER, 0, 4, &others[i], 2);
    for (int i = 0; i < 4; i++)
        sum += slow_area(pos, KONANE_EDGE, 2, 4, &views[i], 1) +
               slow_area(pos, KONANE_OUTER_STRIP, 0, 8, &views[i], 1) +
               slow_area(pos, KONANE_INNER_STRIP, 16, 8, &views[i], 1);
    return sum;
}

static int slow_value(const struct bz_setup *setup, const struct konane *pos)
{
    bool eight = pos->rows == 8 && pos->cols == 8;
    const struct konane_weights *w = pos->world->weights;
    const struct konane_basics *basics = eight ? &w->eight : &w->any;
    int phase = konane_phase(konane_holes(pos), pos->rows * pos->cols), jumps[2], sum;

    setup->rules->score(pos, jumps);
    sum = basics->tempo[phase] + basics->jumps[phase][0] * jumps[pos->turn] +
          basics->jumps[phase][1] * jumps[!pos->turn];
    sum += eight ? slow_lines(pos, phase) + slow_areas(pos) : slow_windows(pos, phase);
    return sum / KONANE_GRAIN;
}

/* The fast sums, batched or not, against windows, lines and areas read cell by cell. */
static void values_are_those_of_the_slow_twin(void **state)
{
    struct bz_random random;

    (void)state;
    bz_random_seed(&random, 2);
    for (int i = 0; i < CHECK_COUNT(sizes); i++) {
        struct bz_setup setup;

        setup_with(&setup, sizes[i], random_weights(8));
        for (int n = 0; n < 40; n++) {
            union bz_pos pos;
            int values[BZ_MOVES_MAX], count;
            bz_move moves[BZ_MOVES_MAX];

            scatter(&setup, &random, &pos);
            if (konane_holes((struct konane *)&pos) < 2)
                continue;
            assert_int_equal(setup.rules->eval(&pos), slow_value(&setup, (struct konane *)&pos));
            count = setup.rules->expand ? setup.rules->expand(&pos, moves, NULL, values) : 0;
            for (int m = 0; m < count; m++) {
                union bz_pos child = pos;

                setup.rules->play(&child, moves[m]);
                if (values[m] != BZ_ENDED)
                    assert_int_equal(values[m], slow_value(&setup, (struct konane *)&child));
            }
        }
        bz_setup_release(&setup);
    }
}

/* The value to that many plies, or BZ_VALUE_INFINITE where the game is decided. */
static double value_at(struct bz_engine *engine, const void *pos, int plies)
{
    const struct bz_limits limits = {.depth = plies};
    struct bz_answer answer;

    bz_engine_reset(engine);
    bz_engine_think(engine, pos, &limits, NULL, &answer);
    return answer.info.proof == BZ_UNDECIDED ? answer.info.value : BZ_VALUE_INFINITE;
}

/* Whether four plies more change the value by more than its drift; -1 where there is no value. */
static int drifts_away(const char *options, uint64_t seed)
{
    struct bz_engine *engine;
    struct bz_setup setup;
    struct bz_error err;
    union bz_pos pos;
    double before, after;
    int away;

    property_konane(&setup, options, seed, 6 + (int)seed / 3, &pos);
    assert_int_equal(
        bz_engine_new(&setup, "best:width=full,book=never,prove=never,hash=4", &engine, &err),
        BZ_OK);
    before = value_at(engine, &pos, 2);
    after = value_at(engine, &pos, 6);
    away = before == BZ_VALUE_INFINITE || after == BZ_VALUE_INFINITE
               ? -1
               : fabs(after - before) > setup.rules->drift(&pos, 4);
    bz_engine_free(engine);
    bz_setup_release(&setup);
    return away;
}

/* Seldom, but sometimes: the drift is neither too small nor too large, whatever the board. */
static void values_drift_as_said(void **state)
{
    static const char *const options[] = {"size=6", "size=8", "size=10"};

    (void)state;
    for (int i = 0; i < CHECK_COUNT(options); i++) {
        int judged = 0, beyond = 0;

        for (uint64_t seed = 0; seed < 48; seed++) {
            int away = drifts_away(options[i], seed);

            judged += away >= 0;
            beyond += away > 0;
        }
        print_message("# %s: %d of %d\n", options[i], beyond, judged);
        assert_in_range(judged, 24, 48);
        assert_in_range(beyond, 1, judged / 4);
    }
}

/* What one player gains the other loses. */
static void the_textbook_sees_both_sides(void **state)
{
    struct bz_setup setup;
    union bz_pos pos;

    (void)state;
    check_setup(&setup, "konane", "");
    bz_start(&setup, &pos);
    check_play(&setup, &pos, "d4 d5 d2-d4");
    for (const struct bz_eval *eval = setup.rules->evals; eval->name; eval++)
        if (!strcmp(eval->name, "learned")) {
            check_number(eval->value(&pos, 1), setup.rules->eval(&pos), "mover");
            check_number(eval->value(&pos, 0), -setup.rules->eval(&pos), "other");
            assert_ptr_equal(eval->kernel, setup.kernel);
        }
    bz_setup_release(&setup);
}

static char *read_file(const char *path, size_t *ret_length)
{
    FILE *file = fopen(path, "r");
    char *text = malloc(1 << 20);

    assert_true(file && text);
    *ret_length = fread(text, 1, 1 << 20, file);
    fclose(file);
    return text;
}

static void write_file(const char *path, const char *text, size_t length)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static void a_file_comes_back_as_it_was(void **state)
{
    static struct konane_weights again;
    const struct konane_weights *weights = random_weights(3);

    (void)state;
    assert_int_equal(konane_weights_save(weights, "# a\n# b\n", path_of("w"), NULL), BZ_OK);
    assert_int_equal(konane_weights_load(path_of("w"), &again, NULL), BZ_OK);
    assert_memory_equal(weights, &again, sizeof(again));
}

/* Cut anywhere or with one byte changed it is refused by name and place, and nothing changes. */
static void damaged_files_are_refused(void **state)
{
    static struct konane_weights kept, before;
    struct bz_error err;
    size_t length;
    char *text;

    (void)state;
    kept = before = *random_weights(4);
    assert_int_equal(konane_weights_save(random_weights(5), "# c\n", path_of("w"), NULL), BZ_OK);
    text = read_file(path_of("w"), &length);
    for (size_t at = 0; at < length; at += 9973) {
        char old = text[at];

        text[at] = (char)(old ^ 1);
        write_file(path_of("d"), text, length);
        text[at] = old;
        assert_int_equal(konane_weights_load(path_of("d"), &kept, &err), BZ_ERROR_SYNTAX);
        assert_non_null(strstr(err.text, "/d:"));
        write_file(path_of("d"), text, at);
        assert_int_equal(konane_weights_load(path_of("d"), &kept, &err), BZ_ERROR_SYNTAX);
    }
    free(text);
    assert_memory_equal(&kept, &before, sizeof(kept));
}

/* FNV-1a, as the file has it: so that a lie with a good checksum can be told. */
static void write_summed(const char *text)
{
    uint64_t sum = 0xcbf29ce484222325u;
    FILE *file = fopen(path_of("d"), "w");

    for (const char *c = text; *c; c++)
        sum = (sum ^ (unsigned char)*c) * 0x100000001b3u;
    assert_non_null(file);
    fprintf(file, "%ssum %016llx\n", text, (unsigned long long)sum);
    assert_int_equal(fclose(file), 0);
}

static void foreign_files_are_refused(void **state)
{
    static struct konane_weights kept;
    static const struct {
        const char *text, *words;
    } cases[] = {
        {"", "/d:1:1: not weights"},
        {"bazi konane weights 1\n", "/d:1:1: not weights"},
        {"bazi konane weights 2\n", "/d:2:1: table"},
        {"bazi konane weights 2\n# only\n# words", "/d:4:1: table"},
        {"bazi konane weights 2\nwindow 49152\n  ", "/d:3:1: weight"},
        {"bazi konane weights 2\nwindow 49152\n00", "/d:3:1: weight"},
        {"bazi konane weights 2\nwindow 24\n", "/d:2:1: table"},
    };

    (void)state;
    for (int i = 0; i < CHECK_COUNT(cases); i++) {
        struct bz_error err;

        write_summed(cases[i].text);
        assert_int_equal(konane_weights_load(path_of("d"), &kept, &err), BZ_ERROR_SYNTAX);
        check_error(&err, BZ_ERROR_SYNTAX, cases[i].words);
    }
}

/* Nobody looks at the seals of the built-in texts: as files they are sound. */
static void our_own_texts_are_sealed(void **state)
{
    static struct konane_weights own, again;
    const struct bz_asset *weights = bz_asset_find("weights/konane.txt");
    const struct bz_asset *pages = bz_asset_find("book/konane.txt");
    struct konane_book book = {NULL, 0};

    (void)state;
    write_file(path_of("d"), weights->text, weights->length);
    assert_int_equal(konane_weights_load(path_of("d"), &again, NULL), BZ_OK);
    assert_int_equal(konane_weights_load("built-in", &own, NULL), BZ_OK);
    assert_memory_equal(&own, &again, sizeof(own));
    write_file(path_of("d"), pages->text, pages->length);
    assert_int_equal(konane_book_load(path_of("d"), 8, 8, &book, NULL), BZ_OK);
    konane_book_release(&book);
}

/* A setup keeps what it has when it is told to use a file that is none. */
static void a_setup_keeps_its_weights(void **state)
{
    struct bz_setup setup;
    struct bz_error err;
    const void *world;

    (void)state;
    check_setup(&setup, "konane", "");
    world = setup.world;
    assert_int_equal(bz_setup_set(&setup, "weights", path_of("none"), &err), BZ_ERROR_IO);
    check_error(&err, BZ_ERROR_IO, "none read");
    assert_ptr_equal(setup.world, world);
    assert_string_equal(bz_setup_value(&setup, "weights")->text, "built-in");
    bz_setup_release(&setup);
}

static void tune(const char *out, int threads, const atomic_bool *stop, int wanted)
{
    struct bz_tuning tuning = {.games = 20,
                               .rounds = 2,
                               .match = 2,
                               .movetime = 1,
                               .threads = threads,
                               .seed = 3,
                               .out = out,
                               .stop = stop};
    struct bz_setup setup;

    check_setup(&setup, "konane", "");
    assert_int_equal(setup.game->tune(&setup, &tuning, NULL), wanted);
    bz_setup_release(&setup);
}

/* Everything but the comments, which tell the results of timed games. */
static char *read_tables(const char *path)
{
    size_t length;
    char *text = read_file(path, &length), *tables;

    text[length] = '\0';
    tables = strstr(text, "\nwindow ");
    assert_non_null(tables);
    *strstr(tables, "\nsum ") = '\0';
    memmove(text, tables, strlen(tables) + 1);
    return text;
}

static void learning_is_the_same_every_time(void **state)
{
    char *once, *again;

    (void)state;
    tune(path_of("a"), 1, NULL, BZ_OK);
    once = read_tables(path_of("a"));
    tune(path_of("a"), 2, NULL, BZ_OK);
    again = read_tables(path_of("a"));
    assert_string_equal(once, again);
    free(once);
    free(again);
}

static void learning_can_be_stopped(void **state)
{
    const atomic_bool stop = true;

    (void)state;
    tune(path_of("s"), 1, &stop, BZ_ERROR_STOPPED);
    assert_int_equal(access(path_of("s"), F_OK), -1);
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    static const char *const names[] = {"a", "d", "w"};

    (void)state;
    for (int i = 0; i < CHECK_COUNT(names); i++)
        remove(path_of(names[i]));
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(images_are_worth_the_same),
        cmocka_unit_test(values_are_those_of_the_slow_twin),
        cmocka_unit_test(values_drift_as_said),
        cmocka_unit_test(the_textbook_sees_both_sides),
        cmocka_unit_test(a_file_comes_back_as_it_was),
        cmocka_unit_test(damaged_files_are_refused),
        cmocka_unit_test(foreign_files_are_refused),
        cmocka_unit_test(our_own_texts_are_sealed),
        cmocka_unit_test(a_setup_keeps_its_weights),
        cmocka_unit_test(learning_is_the_same_every_time),
        cmocka_unit_test(learning_can_be_stopped),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
