/* A whole format: literals, conversions, the arguments of `*`. */
#include "consume_impl.h"

#define PRINTF_MAXWIDTH 32767

/* The integer argument of a `*`, limited; 0 if there is none. */
static int printf_dynamic(const struct dt_format_source *fs)
{
	struct dt_value va;
	int64_t v;

	if (!fs->fs_next(fs->fs_arg, &va))
		return 0;
	v = dt_value_int(&va);
	return v > PRINTF_MAXWIDTH ? PRINTF_MAXWIDTH : v < -PRINTF_MAXWIDTH ? -PRINTF_MAXWIDTH : v;
}

static void printf_conversion(struct dt_consumer *co, const struct dt_convspec *spec,
	const struct dt_format_source *fs)
{
	struct dt_convspec cs = *spec;
	int width = cs.cs_width, prec = cs.cs_prec;
	struct dt_value va;

	if (cs.cs_conv.fc_dynwidth) {
		width = printf_dynamic(fs);
		if (width < 0) {
			cs.cs_flags |= DT_FF_LEFT;
			width = -width;
		}
	}
	if (cs.cs_conv.fc_dynprec) {
		prec = printf_dynamic(fs);
		prec = prec > 0 ? prec : -1;
	}
	if (cs.cs_conv.fc_agg) {
		if (fs->fs_agg)
			fs->fs_agg(fs->fs_arg, &cs, width, prec);
	} else if (fs->fs_next(fs->fs_arg, &va)) {
		dt_convert(co, &cs, width, prec, &va);
	}
}

void dt_format_print(struct dt_consumer *co, const struct dt_format *fm,
	const struct dt_format_source *fs)
{
	for (unsigned i = 0; i <= fm->fm_nconvs; i++) {
		const struct dt_literal *li = &fm->fm_literal[i];

		dt_out_write(&co->co_out, fm->fm_lits + li->li_off, li->li_len);
		if (i < fm->fm_nconvs)
			printf_conversion(co, &fm->fm_convs[i], fs);
	}
}
