/*
 * main.c - bazi.
 */
#include <stddef.h>

#include "program.h"

int main(int argc, char **argv)
{
    return program_run(argc, argv, NULL);
}
