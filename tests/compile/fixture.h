/*
 * A compiler with a few probes around it, and a machine to run what it makes.
 *
 * fx_run() compiles a text and lets each clause fire once, in order, as one firing; what trace()
 * would record is kept.
 */
#ifndef FIXTURE_H
#define FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "mach.h"
#include "program.h"
#include "lang.h"

struct fx_value {
	uint64_t va_int;
	bool va_isstr;
	char va_str[256];
	uint32_t va_size;
};

#define FX_MAXVALUES 64

struct fx {
	struct dt_options fx_opts;
	struct dt_lang *fx_lang;
	struct dt_program *fx_prog[16];
	unsigned fx_nprogs;
	struct dif_mach fx_mach;
	struct dt_firing fx_fi;
	struct thread fx_thread;
	struct proc fx_proc;
	struct dif_region fx_regions[5];
	struct fx_value fx_values[FX_MAXVALUES];
	unsigned fx_nvalues;
	int fx_fault; /* of the last clause that faulted, or -1 */
};

struct fx *fx_create(void);
void fx_destroy(struct fx *);
struct dt_program *fx_compile(struct fx *, const char *text); /* NULL: fx_lang->la_msg */
void fx_fire(struct fx *, const struct dt_program *);
void fx_run(struct fx *, const char *text); /* must compile */
int64_t fx_expr(const char *decls, const char *setup,
	const char *expr); /* the traced value of expr */

/*
 * The payload that arg2 of the probe t:::args points to; declared in D as struct rec, see
 * FX_RECORD.
 */
struct fx_inner {
	int i_a;
	char i_text[8];
};
struct fx_record {
	int8_t r_c;
	uint8_t r_uc;
	int16_t r_s;
	uint16_t r_us;
	int32_t r_i;
	uint32_t r_ui;
	int64_t r_l;
	uint64_t r_ul;
	unsigned r_b1 : 3, r_b2 : 5;
	int r_b3 : 7;
	int64_t r_b4 : 40;
	struct fx_inner r_in;
	struct fx_inner *r_ptr;
	char *r_name;
	int r_arr[4];
	double r_d;
};
extern struct fx_record fx_record;
extern const char fx_decls[]; /* the same in D */

#endif
