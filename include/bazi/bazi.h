/*
 * bazi.h - everything at once.
 */
#ifndef BAZI_H
#define BAZI_H

#include "bazi/asset.h"
#include "bazi/book.h"
#include "bazi/buf.h"
#include "bazi/cluster.h"
#include "bazi/engine.h"
#include "bazi/error.h"
#include "bazi/game.h"
#include "bazi/option.h"
#include "bazi/proof.h"
#include "bazi/random.h"
#include "bazi/record.h"
#include "bazi/report.h"
#include "bazi/search.h"
#include "bazi/tune.h"
#include "bazi/wire.h"

/* "0.1.0" */
const char *bz_version(void);

#endif
