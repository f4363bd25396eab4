/*
 * chase.c - the best plan against the queen's policy, on any map, with either bump rule.
 *
 * Nothing is left to chance and every action costs one point, so this is a shortest way. A row is a
 * board (what is left on it), a cell of the hen and, as a set of bits, every cell the queen may be
 * on: all of them step at once. Rows are visited by pigs eaten, then by actions. What a row must
 * still pay at least is what the hen would pay alone (relax.c); rows that cannot beat the best plan
 * are dropped, and so are further pigs in the end.
 *
 * Of two ways to the same position the one with fewer actions is never worse, with one exception: a
 * hen who cannot win may like to be out of actions sooner. Where the best plan is no better than
 * using them up, the search is done again with every number of actions kept apart.
 *
 * Of several queens only the first in row-major order steps. The others belong to the board.
 */
#include <stdlib.h>
#include <string.h>

#include "base/pages.h"
#include "chase.h"

enum { CHECK_EVERY = 64 };

void angry_chase_free(struct angry_chase *chase)
{
    if (!chase)
        return;
    bz_pages_free(chase->boards, chase->boards_size);
    bz_pages_free(chase->entries, chase->entries_size);
    bz_pages_free(chase->near, chase->near_size);
    free(chase->near_pigs);
    free(chase->slots);
    free(chase->far);
    free(chase);
}

/* Pages are real only where touched, so the shares may be generous. */
struct angry_chase *angry_chase_new(int megabytes)
{
    struct angry_chase *chase = calloc(1, sizeof(*chase));
    size_t bytes = (size_t)megabytes << 20;

    if (!chase)
        return NULL;
    chase->entries_size = bytes / 8;
    chase->boards_size = bytes - chase->entries_size;
    chase->board_max = (uint32_t)(chase->boards_size / sizeof(struct board));
    if (chase->board_max > BOARD_SLOTS / 2)
        chase->board_max = BOARD_SLOTS / 2;
    chase->boards_size = chase->board_max * sizeof(struct board) + 1;
    chase->entry_max = (uint32_t)(chase->entries_size / sizeof(struct entry));
    chase->near_max = megabytes < 32 ? 16 : 64;
    chase->near_size = (size_t)chase->near_max * sizeof(struct angry_relaxed);
    chase->boards = bz_pages_new(chase->boards_size, false);
    chase->entries = bz_pages_new(chase->entries_size, false);
    chase->near = bz_pages_new(chase->near_size, false);
    chase->near_pigs = calloc((size_t)chase->near_max, sizeof(cells));
    chase->slots = malloc(BOARD_SLOTS * sizeof(*chase->slots));
    chase->far = malloc(sizeof(*chase->far));
    if (!chase->boards || !chase->entries || !chase->near || !chase->near_pigs || !chase->slots ||
        !chase->far) {
        angry_chase_free(chase);
        return NULL;
    }
    return chase;
}

/* Boards. */

/* The table for the pigs left; NULL where there is no more room, and pigs are no hindrance then. */
static struct angry_relaxed *near_table(struct angry_chase *chase, cells pigs)
{
    for (int i = 0; i < chase->near_count; i++)
        if (chase->near_pigs[i] == pigs)
            return &chase->near[i];
    if (chase->near_count == chase->near_max)
        return NULL;
    chase->near_pigs[chase->near_count] = pigs;
    chase->unchecked = CHECK_EVERY; /* this takes a while */
    angry_relax(&chase->root, &chase->eggs, chase->walk & ~pigs, &chase->near[chase->near_count]);
    return &chase->near[chase->near_count++];
}

static uint64_t mix_set(uint64_t hash, cells set)
{
    return bz_mix(bz_mix(hash ^ (uint64_t)set) ^ (uint64_t)(set >> 64));
}

static void fill_board(struct angry_chase *chase, struct board *board, const struct board *like)
{
    unsigned mask = angry_egg_mask(&chase->eggs, like->eggs);
    const struct angry_relaxed *near = near_table(chase, like->pigs);

    memset(board, 0, sizeof(*board));
    board->eggs = like->eggs;
    board->pigs = like->pigs;
    board->slings = like->slings;
    board->others = like->others;
    board->ground =
        inside(GAME1) & ~(plane_set(&chase->root, ROCK) | like->eggs | like->pigs | like->slings);
    board->before = like->others ? first_of(like->others) - 1 : ~(cells)0;
    board->eaten = angry_count(&chase->root, PIG) - set_size(like->pigs);
    board->far = chase->far->cost[mask];
    board->near = near ? near->cost[mask] : board->far;
    memset(board->next, 0xff, sizeof(board->next));
}

/* The board with what is left on it as in `like`; NO_BOARD when memory is used up. */
static uint16_t find_board(struct angry_chase *chase, const struct board *like)
{
    uint64_t hash =
        mix_set(mix_set(mix_set(mix_set(0, like->eggs), like->pigs), like->slings), like->others);
    uint32_t slot = (uint32_t)(hash % BOARD_SLOTS);

    for (; chase->slots[slot] != NO_BOARD; slot = (slot + 1) % BOARD_SLOTS) {
        const struct board *board = &chase->boards[chase->slots[slot]];

        if (board->eggs == like->eggs && board->pigs == like->pigs &&
            board->slings == like->slings && board->others == like->others)
            return chase->slots[slot];
    }
    if (chase->board_count == chase->board_max) {
        chase->full = true;
        return NO_BOARD;
    }
    chase->slots[slot] = (uint16_t)chase->board_count;
    fill_board(chase, &chase->boards[chase->board_count], like);
    return (uint16_t)chase->board_count++;
}

/* The board once the hen has come to a cell. */
static uint16_t board_without(struct angry_chase *chase, uint16_t index, int cell)
{
    struct board *board = &chase->boards[index];
    cells here = cell_set(cell);
    struct board like;

    if (!((board->eggs | board->pigs | board->slings) & here))
        return index;
    if (board->next[cell] != NO_BOARD)
        return board->next[cell];
    like.eggs = board->eggs & ~here;
    like.pigs = board->pigs & ~here;
    like.slings = board->slings & ~here;
    like.others = board->others;
    return board->next[cell] = find_board(chase, &like);
}

/* Entries. */

static int floor_cost(const struct board *board, int hen, int n)
{
    int near = board->near[hen], far = EGG_POINTS + board->far[hen];

    return n + EGG_POINTS * board->eaten + (near < far ? near : far);
}

static cells seen_in(const struct angry_chase *chase, const struct row *row, int n)
{
    return chase->apart && row->layer != n + 1 ? 0 : row->seen;
}

static void push(struct angry_chase *chase, uint16_t index, int hen, int n, cells queens)
{
    struct board *board = &chase->boards[index];
    struct row *row = &board->rows[hen];
    struct entry *entry = &chase->entries[row->pending];
    struct list *list = &chase->lists[board->eaten][n];

    queens &= ~seen_in(chase, row, n);
    if (!queens || floor_cost(board, hen, n) >= chase->best)
        return;
    if (row->pending != NO_ENTRY && entry->n == n && !entry->done) {
        entry->queens |= queens;
        return;
    }
    if (chase->entry_count == chase->entry_max) {
        chase->full = true;
        return;
    }
    row->pending = chase->entry_count;
    entry = &chase->entries[chase->entry_count++];
    *entry =
        (struct entry){.queens = queens, .board = index, .n = (uint16_t)n, .hen = (uint8_t)hen};
    if (list->last == NO_ENTRY)
        list->first = row->pending;
    else
        chase->entries[list->last].next = row->pending;
    list->last = row->pending;
}

static void end_with(struct angry_chase *chase, uint32_t from, int direction, enum ending ending,
                     int cost)
{
    if (cost >= chase->best)
        return;
    chase->best = cost;
    chase->best_entry = from;
    chase->best_direction = direction;
    chase->best_ending = ending;
}

/* The same flood as the queen's own, for all her cells at once. */
static const struct flow *flow_of(struct board *board, int hen)
{
    struct flow *flow = &board->flows[hen];
    cells open = board->ground, front = cell_set(hen), left = ~(cells)0;

    if (board->rows[hen].has_flow)
        return flow;
    board->rows[hen].has_flow = true;
    while (front) {
        for (int d = 0; d < DIRECTIONS; d++) {
            cells from = stepped(front, d ^ 1) & left;

            flow->go[d] |= from;
            left &= ~from;
        }
        open &= ~front;
        front = around(front) & open;
    }
    return flow;
}

/* The queen has come to one of these cells and is no longer the first. */
static void cross(struct angry_chase *chase, uint16_t index, int hen, int n, cells queens)
{
    for (; queens; queens &= queens - 1) {
        struct board like = chase->boards[index];
        cells all = like.others | first_of(queens);
        uint16_t other;

        like.others = all & (all - 1);
        other = find_board(chase, &like);
        if (other != NO_BOARD)
            push(chase, other, hen, n, first_of(all));
    }
}

/* The queen's answers, wherever she is, to a hen who has got to this row with n actions. */
static void answer(struct angry_chase *chase, uint32_t from, int direction, uint16_t index, int hen,
                   int n, cells queens)
{
    struct board *board = &chase->boards[index];
    const struct flow *flow = flow_of(board, hen);
    int cost = n + EGG_POINTS * (set_size(board->eggs) + board->eaten) + LOSS_COST;
    cells moved = 0, stay = queens;

    for (int d = 0; d < DIRECTIONS; d++) {
        moved |= stepped(queens & flow->go[d], d);
        stay &= ~flow->go[d];
    }
    moved |= stay;
    if (n >= ACTIONS_GAME1) {
        end_with(chase, from, direction, LATE, cost);
        return;
    }
    if (moved & cell_set(hen))
        end_with(chase, from, direction, CAUGHT, cost);
    moved &= ~cell_set(hen);
    if (moved & board->before)
        push(chase, index, hen, n, moved & board->before);
    if (moved & ~board->before)
        cross(chase, index, hen, n, moved & ~board->before);
}

/* The hen goes to a cell with nothing in the way. */
static void advance(struct angry_chase *chase, uint32_t from, int direction, int hen, cells queens)
{
    const struct entry *entry = &chase->entries[from];
    uint16_t index = board_without(chase, entry->board, hen);
    int n = entry->n + 1;
    const struct board *board;

    if (index == NO_BOARD)
        return;
    board = &chase->boards[index];
    if (!board->slings)
        end_with(chase, from, direction, WINS,
                 n + EGG_POINTS * (set_size(board->eggs) + board->eaten) +
                     (n >= ACTIONS_GAME1 ? -LOSS_POINTS : 0));
    else
        answer(chase, from, direction, index, hen, n, queens);
}

static void visit(struct angry_chase *chase, uint32_t at)
{
    struct entry *entry = &chase->entries[at];
    struct board *board = &chase->boards[entry->board];
    struct row *row = &board->rows[entry->hen];
    cells seen = seen_in(chase, row, entry->n), stuck, bumping = 0;

    entry->done = true;
    entry->queens &= ~seen;
    row->seen = seen | entry->queens;
    row->layer = (uint16_t)(entry->n + 1);
    if (!entry->queens || floor_cost(board, entry->hen, entry->n) >= chase->best)
        return;
    stuck = entry->queens;
    for (int d = 0; d < DIRECTIONS; d++) {
        cells to = stepped(cell_set(entry->hen), d) & chase->walk & ~board->others;
        cells queens = to ? entry->queens & ~to : 0;

        stuck &= ~queens;
        bumping |= entry->queens & ~queens;
        if (queens)
            advance(chase, at, d, angry_step(entry->hen, d), queens);
    }
    if (chase->free_bumps && bumping)
        answer(chase, at, STAY, entry->board, entry->hen, entry->n, bumping);
    if (!chase->free_bumps && stuck)
        answer(chase, at, STAY, entry->board, entry->hen, entry->n + 1, stuck);
}

/* The search. */

static bool goes_on(struct angry_chase *chase)
{
    if (chase->full || chase->work->stopped)
        return false;
    if (++chase->unchecked < CHECK_EVERY)
        return true;
    chase->unchecked = 0;
    return angry_work_on(chase->work, CHECK_EVERY);
}

static bool run_stage(struct angry_chase *chase, int stage)
{
    for (int n = chase->root.n; n < LAYERS; n++)
        for (uint32_t at = chase->lists[stage][n].first; at != NO_ENTRY;
             at = chase->entries[at].next) {
            visit(chase, at);
            if (!goes_on(chase))
                return false;
        }
    return true;
}

static void empty(struct angry_chase *chase)
{
    struct board like = {.eggs = plane_set(&chase->root, EGG),
                         .pigs = plane_set(&chase->root, PIG),
                         .slings = plane_set(&chase->root, SLING)};
    cells queens = plane_set(&chase->root, QUEEN);

    chase->board_count = 0;
    chase->entry_count = 1;
    chase->full = false;
    memset(chase->lists, 0, sizeof(chase->lists));
    memset(chase->slots, 0xff, BOARD_SLOTS * sizeof(*chase->slots));
    like.others = queens & (queens - 1);
    push(chase, find_board(chase, &like), chase->root.hen, chase->root.n, first_of(queens));
}

/* Stage after stage; false if it had to stop. *ret_pigs is the last stage that was of use. */
static bool search(struct angry_chase *chase, int *ret_pigs)
{
    int pigs = angry_count(&chase->root, PIG);
    unsigned mask = angry_egg_mask(&chase->eggs, plane_set(&chase->root, EGG));
    int least = chase->root.n + chase->far->cost[mask][chase->root.hen];

    empty(chase);
    for (int stage = 0; stage <= pigs; stage++) {
        *ret_pigs = stage;
        if (!run_stage(chase, stage))
            return false;
        if (chase->best <= least + EGG_POINTS * (stage + 1))
            break;
    }
    return true;
}

static void prepare(struct angry_chase *chase, const struct angry *pos, struct angry_work *work)
{
    chase->root = *pos;
    chase->work = work;
    chase->eggs = angry_list_eggs(pos);
    chase->walk = inside(GAME1) & ~plane_set(pos, ROCK);
    chase->free_bumps = pos->flags & BUMP_FREE;
    chase->near_count = 0;
    chase->best = COST_INFINITE;
    chase->apart = false;
    angry_relax(pos, &chase->eggs, chase->walk, chase->far);
}

static void conclude(const struct angry_chase *chase, bool complete, struct angry_finding *finding)
{
    int alone = floor_cost(&chase->boards[0], chase->root.hen, chase->root.n);
    int far = chase->root.n + chase->boards[0].far[chase->root.hen];
    int most =
        points(&chase->root) + chase->root.n + 400 + EGG_POINTS * angry_count(&chase->root, EGG);

    finding->alone = most - alone;
    finding->rest = most - far - EGG_POINTS * (finding->pigs_tried + 1);
    finding->upper = complete ? most - chase->best : most - alone;
    finding->lower = chase->best < COST_INFINITE ? most - chase->best : angry_worst(&chase->root);
    if (finding->upper < finding->lower)
        finding->upper = finding->lower;
    finding->status = complete && chase->best == COST_INFINITE ? ANGRY_ENDLESS
                      : finding->lower == finding->upper       ? ANGRY_SOLVED
                      : chase->work->stopped                   ? ANGRY_STOPPED
                                                               : ANGRY_TOO_LARGE;
}

void angry_chase_run(struct angry_chase *chase, const struct angry *pos, struct angry_work *work,
                     struct angry_finding *ret_finding)
{
    bool complete;
    int found;

    prepare(chase, pos, work);
    ret_finding->length = 0;
    complete = search(chase, &ret_finding->pigs_tried);
    found = chase->best;
    if (found < COST_INFINITE)
        angry_chase_trace(chase, ret_finding);
    if (complete && found > LIMIT_COST) {
        chase->apart = true;
        complete = search(chase, &ret_finding->pigs_tried);
        if (chase->best < found)
            angry_chase_trace(chase, ret_finding);
    }
    conclude(chase, complete, ret_finding);
}
