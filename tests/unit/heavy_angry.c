/*
 * heavy_angry.c - the same as test_angry_solve.c, on many more boards.
 */
#define BOARDS 600
#include "test_angry_solve.c"
