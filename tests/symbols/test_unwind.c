/* User stacks from a copy of the stack: the copy's last word is read, and nothing after it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ucontext.h>
#include <ucontext.h>
#include <unistd.h>
#include <cmocka.h>
#include "symbols.h"

#if defined(__x86_64__)

#define COPY 4096
#define MAXPCS 8

/* What the kernel saves, in its order, of what getcontext() has. */
static const int saved[] = { REG_R15, REG_R14, REG_R13, REG_R12, REG_RBP, REG_RBX, REG_R11, REG_R10,
	REG_R9, REG_R8, REG_RAX, REG_RCX, REG_RDX, REG_RSI, REG_RDI, -1, REG_RIP, -1, -1, REG_RSP };

static uint64_t regs[64];
static uint8_t stack[COPY], copy[COPY];

/* The copy is made in a function of this file, so that its caller is one of it, too. */
__attribute__((noinline, no_sanitize("address"))) static int inner(ucontext_t *uc)
{
	const volatile uint8_t *sp;

	if (getcontext(uc) != 0)
		return -1;
	sp = (const volatile uint8_t *)uc->uc_mcontext.gregs[REG_RSP];
	for (size_t i = 0; i < COPY; i++)
		stack[i] = sp[i];
	return 0;
}

__attribute__((noinline)) static int outer(ucontext_t *uc)
{
	volatile char room[COPY]; /* there is enough stack to copy */
	int rc;

	room[0] = 0;
	rc = inner(uc);
	return rc + room[0];
}

static uint64_t pcs[MAXPCS];

/* The frames of the first bytes of the copy; the rest is not memory that may be read. */
static unsigned frames(struct dt_symbols *sy, uint32_t size)
{
	struct dt_ustack us = { .us_regs = regs, .us_mem = copy, .us_size = size };

	memcpy(copy, stack, size);
	memset(copy + size, 0xff, COPY - size);
	memset(pcs, 0, sizeof(pcs));
	return dt_symbols_unwind(sy, (uint32_t)getpid(), &us, pcs, MAXPCS);
}

static void test_last_word(void **state)
{
	struct dt_symbols *sy = dt_symbols_create(DT_SYMS_LIVE);
	uint64_t caller, word;
	uint32_t size = 0;
	static ucontext_t uc;

	(void)state;
	assert_int_equal(outer(&uc), 0);
	for (size_t i = 0; i < sizeof(saved) / sizeof(*saved); i++)
		regs[i] = saved[i] < 0 ? 0 : (uint64_t)uc.uc_mcontext.gregs[saved[i]];
	dt_symbols_proc_seen(sy, (uint32_t)getpid());
	assert_true(frames(sy, COPY) >= 2);
	assert_true(pcs[0] == regs[16]);
	caller = pcs[1];
	while (size < COPY && frames(sy, size) < 2)
		size += 8;
	memcpy(&word, stack + size - 8, sizeof(word));
	assert_true(word == caller); /* it takes the copy up to the return address, and no more */
	assert_true(pcs[1] == caller);
	assert_int_equal(frames(sy, size - 1), 1);
	assert_int_equal(frames(sy, 7), 1);
	assert_int_equal(frames(sy, 0), 1);
	dt_symbols_destroy(sy);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_last_word) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void)
{
	return 77;
}

#endif
