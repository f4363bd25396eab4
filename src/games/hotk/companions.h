/*
 * companions.h - the second half of rules.h, for the settings with companions.
 *
 * In phase 2 a companion nobody can use any more leaves the game at once; by the published rules it
 * stays where it is and cannot be chosen.
 */

/* At most every cell is occupied, one of them by Varys. */
enum {
    CARDS_MAX = CELLS - 1,
    PAIRS_MAX = CARDS_MAX * (CARDS_MAX - 1) / 2,
    SWAPS_MAX = CELLS * (CELLS - 1) / 2,
    JON_MAX = RULES == PHASE2 ? CARDS_MAX : HOUSES,
    JAQEN_MAX = (RULES == PHASE2 ? PAIRS_MAX : CARDS_MAX * PLAYERS * HOUSES) * (COMPANIONS - 1),
    MOVES_MAX = JON_MAX + 1 + SWAPS_MAX + CARDS_MAX + JAQEN_MAX + 1
};

static inline bool offers(unsigned companions, int which)
{
    return companions >> which & 1;
}

/* What is left of these companions when those leave that have nothing to work with. */
static inline unsigned usable(const struct hotk *pos)
{
    static const int needed[COMPANIONS] = {1, 0, 2, 1, 3, 0};
    unsigned left = pos->companions;
    int cards = bz_popcount(hotk_cards(pos));

    if (!count_steps(pos))
        left &= ~(1u << MELISANDRE);
    if (RULES == PHASE2) {
        for (int which = 0; which < COMPANIONS; which++)
            if (needed[which] > cards)
                left &= ~(1u << which);
    } else if (cards == 0) {
        left &= ~(1u << RAMSAY | 1u << SANDOR | 1u << JAQEN);
    }
    if ((RULES == PHASE2 ? left : pos->companions) == 1u << JAQEN)
        left = 0;
    return left;
}

/* What may be chosen now. In phase 2 that is all there is, because the others have left. */
static inline unsigned choices(const struct hotk *pos)
{
    return RULES == PHASE2 ? pos->companions : usable(pos);
}

static inline void dismiss_unusable(struct hotk *pos)
{
    if (RULES == PHASE2)
        pos->companions = (uint8_t)usable(pos);
}

static inline int list_jon(const struct hotk *pos, bz_move *ret_moves)
{
    int n = 0;

    if (RULES == PUBLISHED) {
        for (int house = 0; house < HOUSES; house++)
            ret_moves[n++] = hotk_call(JON, house, 0, 0);
        return n;
    }
    for (uint64_t left = hotk_cards(pos); left; left &= left - 1)
        ret_moves[n++] = hotk_call(JON, bz_lowest(left), 0, 0);
    return n;
}

static inline int list_ramsay(const struct hotk *pos, bz_move *ret_moves)
{
    uint64_t all = hotk_cards(pos) | hotk_bit(pos->varys);
    int n = 0;

    for (uint64_t first = all; first; first &= first - 1)
        for (uint64_t second = first & (first - 1); second; second &= second - 1)
            ret_moves[n++] = hotk_call(RAMSAY, bz_lowest(first), bz_lowest(second), 0);
    return n;
}

static inline int list_sandor(const struct hotk *pos, bz_move *ret_moves)
{
    int n = 0;

    for (uint64_t left = hotk_cards(pos); left; left &= left - 1)
        ret_moves[n++] = hotk_call(SANDOR, bz_lowest(left), 0, 0);
    return n;
}

/* Two arguments of Jaqen with every companion he can take along. */
static inline int list_deaths(const struct hotk *pos, int first, int second, bz_move *ret_moves)
{
    int n = 0;

    for (int other = 0; other < COMPANIONS; other++)
        if (other != JAQEN && offers(pos->companions, other))
            ret_moves[n++] = hotk_call(JAQEN, first, second, other);
    return n;
}

static inline int list_jaqen(const struct hotk *pos, bz_move *ret_moves)
{
    int n = 0;

    for (uint64_t left = hotk_cards(pos); left; left &= left - 1) {
        int first = bz_lowest(left);

        if (RULES == PHASE2)
            for (uint64_t more = left & (left - 1); more; more &= more - 1)
                n += list_deaths(pos, first, bz_lowest(more), ret_moves + n);
        else
            for (int player = 0; player < PLAYERS; player++)
                for (int house = 0; house < HOUSES; house++)
                    if (hotk_count(pos, player, house))
                        n += list_deaths(pos, first, hotk_victim(player, house), ret_moves + n);
    }
    return n;
}

static inline int list_companions(const struct hotk *pos, bz_move *ret_moves)
{
    unsigned choice = choices(pos);
    int n = 0;

    if (offers(choice, JON))
        n += list_jon(pos, ret_moves + n);
    if (offers(choice, GENDRY))
        ret_moves[n++] = hotk_call(GENDRY, 0, 0, 0);
    if (offers(choice, RAMSAY))
        n += list_ramsay(pos, ret_moves + n);
    if (offers(choice, SANDOR))
        n += list_sandor(pos, ret_moves + n);
    if (offers(choice, JAQEN))
        n += list_jaqen(pos, ret_moves + n);
    if (offers(choice, MELISANDRE))
        ret_moves[n++] = hotk_call(MELISANDRE, 0, 0, 0);
    return n;
}

/* Pairs of players and houses that Jaqen can strike. */
static inline int count_victims(const struct hotk *pos)
{
    int n = 0;

    for (int player = 0; player < PLAYERS; player++)
        for (int house = 0; house < HOUSES; house++)
            n += hotk_count(pos, player, house) > 0;
    return n;
}

static inline int count_companions(const struct hotk *pos)
{
    unsigned choice = choices(pos);
    int cards = bz_popcount(hotk_cards(pos)), n = 0;
    int others = bz_popcount(pos->companions & ~(1u << JAQEN));

    if (offers(choice, JON))
        n += RULES == PHASE2 ? cards : HOUSES;
    if (offers(choice, RAMSAY))
        n += (cards + 1) * cards / 2;
    if (offers(choice, SANDOR))
        n += cards;
    if (offers(choice, JAQEN))
        n += others * cards * (RULES == PHASE2 ? cards - 1 : 2 * count_victims(pos)) / 2;
    return n + offers(choice, GENDRY) + offers(choice, MELISANDRE);
}

static inline int moves(const void *at, bz_move *ret_moves)
{
    return hotk_is_due(at) ? list_companions(at, ret_moves) : steps(at, ret_moves);
}

static inline int count(const void *at)
{
    return hotk_is_due(at) ? count_companions(at) : count_steps(at);
}

/* Exchanges what stands on two cells, one of which may be Varys'. */
static inline void exchange(struct hotk *pos, int a, int b)
{
    for (int i = 0; i < 3; i++) {
        uint64_t differs = (pos->plane[i] >> a ^ pos->plane[i] >> b) & 1;

        pos->plane[i] ^= differs << a | differs << b;
    }
    if (pos->varys == a || pos->varys == b)
        pos->varys = (uint8_t)(a + b - pos->varys);
}

static inline void strike(struct hotk *pos, bz_move move)
{
    int second = hotk_argument(move, 1);

    remove_cards(pos, hotk_bit(hotk_argument(move, 0)));
    if (RULES == PHASE2)
        remove_cards(pos, hotk_bit(second));
    else
        pos->count[second >> 4] -= 1u << 4 * (second & 15);
    pos->companions &= (uint8_t) ~(1u << hotk_argument(move, 2));
}

static inline void call(struct hotk *pos, bz_move move)
{
    int which = hotk_called(move), first = hotk_argument(move, 0);

    pos->companions &= (uint8_t) ~(1u << which);
    switch (which) {
    case JON:
        collect(pos, RULES == PHASE2 ? hotk_house_at(pos, first) : first, 2);
        break;
    case GENDRY:
        collect(pos, BARATHEON, 1);
        break;
    case RAMSAY:
        exchange(pos, first, hotk_argument(move, 1));
        break;
    case SANDOR:
        remove_cards(pos, hotk_bit(first));
        break;
    case JAQEN:
        strike(pos, move);
        break;
    default:
        break;
    }
    dismiss_unusable(pos);
    pos->state &= (uint8_t)~DUE;
    if (which != MELISANDRE)
        pass(pos);
}

/* The last card of a house brings a companion, where there is one to choose. */
static inline void play(void *at, bz_move move)
{
    struct hotk *pos = at;
    int house;

    if (hotk_called(move) >= 0) {
        call(pos, move);
        return;
    }
    house = walk(pos, (int)move);
    dismiss_unusable(pos);
    if (!hotk_house(pos, house) && choices(pos))
        pos->state |= DUE;
    else
        pass(pos);
}
