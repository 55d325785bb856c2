/*
 * Probes whose arguments are in all kinds of places: notes as a compiler may write them.
 *
 *	pid-operands COUNT	passes each probe COUNT times
 *
 * The values are those that the test expects by name.
 */
#include <stdlib.h>

#if defined(__x86_64__)
static volatile short counter = -1234;
static const struct {
	long first;
	int second[4];
} table = { 0x1122334455667788, { 10, -20, 30, -40 } };

#define NOTE(name, args) \
	"990: nop\n" \
	".pushsection .note.stapsdt,\"\",\"note\"\n" \
	".balign 4\n" \
	".4byte 992f-991f, 994f-993f, 3\n" \
	"991: .asciz \"stapsdt\"\n" \
	"992: .balign 4\n" \
	"993: .8byte 990b, 0, 0\n" \
	".asciz \"operands\"\n" \
	".asciz \"" name "\"\n" \
	".asciz \"" args "\"\n" \
	"994: .balign 4\n" \
	".popsection\n"

__attribute__((noinline)) static void places(void)
{
	__asm__ volatile(
		"movabsq $0x1122334455667788, %%rax\n"
		"movq $-3, %%rcx\n" NOTE("registers",
			"8@%%rax 4@%%eax -2@%%ax 1@%%al -1@%%ah 8@%%rcx -4@%%ecx 4@$-5 -4@$-5 2@$70000")
		:
		:
		: "rax", "rcx");
	__asm__ volatile("movq $2, %%rcx\n" NOTE("memory",
		"8@(%%rdx) -4@8(%%rdx) -4@8(%%rdx,%%rcx,4) 4@4(%%rdx,%%rcx,4) "
		"-2@counter(%%rip) 2@counter(%%rip) 1@counter+1(%%rip) -4@12(%%rdx) 8@8f@%%xmm0")
			 :
			 : "d"(&table)
			 : "rcx");
}
#else
static void places(void)
{
}
#endif

int main(int argc, char **argv)
{
	for (int i = argc > 1 ? atoi(argv[1]) : 0; i > 0; i--)
		places();
	return 0;
}
