/*
 * Three clocks: the performance counter, the system time (a time stamp is a FILETIME), and the
 * CPU's cycle counter. Time stamps are converted to time by exact, truncating integer arithmetic:
 * the results are those of Windows to the last unit.
 */
#include "etl.h"

#define NS 1000000000u
#define FT 10000000u

static uint64_t gcd(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t r = a % b;

		a = b;
		b = r;
	}
	return a;
}

void etl_ratio_init(struct etl_ratio *r, uint64_t mul, uint64_t div)
{
	uint64_t g = gcd(mul, div);

	r->rt_mul = mul /= g;
	r->rt_div = div /= g;
	r->rt_recip = 0;
	r->rt_shift = 63;
	if (div == 1) {
		r->rt_limit = UINT64_MAX / mul;
		return;
	}
	while (((unsigned __int128)mul << r->rt_shift) / div > UINT64_MAX)
		r->rt_shift--;
	r->rt_recip = (uint64_t)(((unsigned __int128)mul << r->rt_shift) / div);
	r->rt_limit = UINT64_C(1) << r->rt_shift;
}

uint64_t etl_ratio_slow(const struct etl_ratio *r, uint64_t x)
{
	unsigned __int128 v = (unsigned __int128)x * r->rt_mul / r->rt_div;

	return v > UINT64_MAX ? UINT64_MAX : (uint64_t)v;
}

uint64_t etl_clock_rate(const struct etw_logfile *lf)
{
	switch (lf->lf_clock) {
	case ETW_CLOCK_QPC: return lf->lf_perffreq;
	case ETW_CLOCK_CYCLES: return lf->lf_mhz * UINT64_C(1000000);
	default: return FT;
	}
}

void etl_clock_init(struct etl_clock *c, const struct etw_logfile *lf)
{
	uint64_t rate = etl_clock_rate(lf);

	etl_ratio_init(&c->ck_ns, NS, rate);
	etl_ratio_init(&c->ck_ft, FT, rate);
	c->ck_t0 = c->ck_origin = lf->lf_t0;
	c->ck_start = lf->lf_starttime;
	c->ck_nsbase = 0;
}

uint64_t etl_clock_ticks(const struct etw_logfile *lf, uint64_t ft)
{
	struct etl_ratio r;

	etl_ratio_init(&r, etl_clock_rate(lf), FT);
	return etl_ratio(&r, ft);
}

static bool close_enough(int64_t a, int64_t b)
{
	int64_t d = a > b ? a - b : b - a, span = a > 0 ? a : -a;

	return d < FT + span / 100;
}

/*
 * Files of one boot of one machine share the counter, and merge exactly by raw time: wall time is
 * only good to 100 ns. Boot times are exact to the unit, so they identify a machine; the distance
 * of the two starts must be the same on both clocks.
 */
bool etl_clock_same(const struct etw_logfile *a, const struct etw_logfile *b)
{
	struct etl_clock c;

	if (a->lf_clock != b->lf_clock)
		return false;
	if (a->lf_clock == ETW_CLOCK_SYSTEM)
		return a->lf_t0 == a->lf_starttime && b->lf_t0 == b->lf_starttime;
	if (a->lf_perffreq != b->lf_perffreq || a->lf_boottime != b->lf_boottime)
		return false;
	if (a->lf_clock == ETW_CLOCK_CYCLES && a->lf_mhz != b->lf_mhz)
		return false;
	etl_clock_init(&c, a);
	return close_enough((int64_t)(etl_clock_filetime(&c, b->lf_t0) - a->lf_starttime),
		(int64_t)(b->lf_starttime - a->lf_starttime));
}
