/* From a captured record to a firing. */
#include "live.h"
#include "lx.h"

/* A record is one more piece of memory, however many the clauses had captured, up to the array's
 * end. */
static void records_find_room(void **state)
{
	struct dt_mem mem[DT_LX_MAXMEM] = { { 0 } };
	const struct dt_lx_event e = { .ev_mem = mem };
	static const char record[24];

	(void)state;
	for (unsigned n = 0; n < DT_LX_MAXMEM; n++) {
		struct dt_firing fi = { .fi_nmem = n };

		dt_lx_record(&e, &fi, record, sizeof(record));
		assert_int_equal(fi.fi_nmem, n + 1);
		assert_ptr_equal(fi.fi_mem, mem);
		assert_ptr_equal(mem[n].me_data, record);
		assert_int_equal(mem[n].me_addr, (uintptr_t)record);
		assert_int_equal(mem[n].me_len, sizeof(record));
	}
}

static void full_array_keeps_what_it_has(void **state)
{
	struct dt_mem mem[DT_LX_MAXMEM] = { { 0 } };
	const struct dt_lx_event e = { .ev_mem = mem };
	struct dt_firing fi = { .fi_nmem = DT_LX_MAXMEM };

	(void)state;
	dt_lx_record(&e, &fi, mem, sizeof(*mem));
	assert_int_equal(fi.fi_nmem, DT_LX_MAXMEM);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(records_find_room),
		cmocka_unit_test(full_array_keeps_what_it_has),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
