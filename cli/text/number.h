/*
 * number.h - how much of a computed number means something. What is behind that is noise of the
 * arithmetic or of the clock, and no program's output has it.
 */
#ifndef TEXT_NUMBER_H
#define TEXT_NUMBER_H

enum { DECIMALS_ELO = 2, DECIMALS_SHARE = 6, DECIMALS_POINTS = 6, DECIMALS_SECONDS = 6 };

/* Never -0; what is not finite stays as it is. */
double number_rounded(double number, int decimals);

#endif
