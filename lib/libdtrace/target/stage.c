/*
 * Where a created process is held: after its exec, at its entry point, or at main().
 *
 * The kernel reports the entry point (auxv). main() is a symbol of the program; in a stripped
 * program it is what the start-up code passes to the C library: the first argument of the first
 * call that leaves the program. If main() isn't found, the program is held at its entry point.
 */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>
#include "openfile.h"
#include "stage.h"

#define STEPS_MAX \
	1000 /* the start-up code has a dozen instructions, the dynamic linker's stub a few more */
#define RANGES_MAX 8

#if defined(__x86_64__)
#define BREAK_INSN 0xccu
#define BREAK_MASK 0xffu
#define REG_PC(r) ((r).rip)
#define REG_ARG0(r) ((r).rdi)
#define BREAK_SIZE 1 /* after it runs, the pc is after it */
#elif defined(__aarch64__)
#define BREAK_INSN 0xd4200000u
#define BREAK_MASK 0xffffffffu
#define REG_PC(r) ((r).pc)
#define REG_ARG0(r) ((r).regs[0])
#define BREAK_SIZE 0
#else
#error "breakpoints are not supported on this machine"
#endif

struct stage {
	pid_t sg_pid;
	int sg_status; /* of the last wait */
	uint64_t sg_entry;
	uint64_t sg_bias; /* address in memory minus address in the file */
	uint64_t sg_main; /* address in the file; 0: unknown */
	struct {
		uint64_t lo, hi;
	} sg_text[RANGES_MAX]; /* in memory */
	unsigned sg_ntext;
};

/*
 * The program.
 */
static bool auxv_entry(pid_t pid, uint64_t *entry)
{
	Elf64_auxv_t av[256]; /* the kernel passes about twenty */
	char path[32];
	ssize_t n;

	snprintf(path, sizeof(path), "/proc/%d/auxv", (int)pid);
	n = base_slurp(AT_FDCWD, path, (char *)av, sizeof(av));
	for (ssize_t i = 0; i < n / (ssize_t)sizeof(av[0]) && av[i].a_type != AT_NULL; i++)
		if (av[i].a_type == AT_ENTRY) {
			*entry = av[i].a_un.a_val;
			return true;
		}
	return false;
}

static uint64_t main_in(Elf *elf, Elf_Scn *scn, const GElf_Shdr *sh)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	GElf_Sym sym;

	for (int i = 0; data && sh->sh_entsize && (GElf_Xword)i < sh->sh_size / sh->sh_entsize;
		i++) {
		const char *name;

		if (!gelf_getsym(data, i, &sym) || GELF_ST_TYPE(sym.st_info) != STT_FUNC ||
			sym.st_shndx == SHN_UNDEF)
			continue;
		name = elf_strptr(elf, sh->sh_link, sym.st_name);
		if (name && !strcmp(name, "main"))
			return sym.st_value;
	}
	return 0;
}

static uint64_t main_find(Elf *elf)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr sh;
	uint64_t at = 0;

	while (!at && (scn = elf_nextscn(elf, scn)))
		if (gelf_getshdr(scn, &sh) &&
			(sh.sh_type == SHT_SYMTAB || sh.sh_type == SHT_DYNSYM))
			at = main_in(elf, scn, &sh);
	return at;
}

static void text_find(struct stage *sg, Elf *elf)
{
	GElf_Phdr ph;
	size_t n;

	if (elf_getphdrnum(elf, &n) != 0)
		return;
	for (size_t i = 0; i < n && sg->sg_ntext < RANGES_MAX; i++)
		if (gelf_getphdr(elf, i, &ph) && ph.p_type == PT_LOAD && ph.p_flags & PF_X) {
			sg->sg_text[sg->sg_ntext].lo = ph.p_vaddr + sg->sg_bias;
			sg->sg_text[sg->sg_ntext++].hi = ph.p_vaddr + ph.p_memsz + sg->sg_bias;
		}
}

static bool program_read(struct stage *sg)
{
	char path[32];
	GElf_Ehdr eh;
	Elf *elf;
	int fd;
	bool ok = false;

	snprintf(path, sizeof(path), "/proc/%d/exe", (int)sg->sg_pid);
	fd = base_open(NULL, path, UINT64_MAX, BASE_NAMED); /* a link of the kernel */
	elf_version(EV_CURRENT);
	errno = 0;
	elf = fd < 0 ? NULL : elf_begin(fd, ELF_C_READ, NULL);
	if (elf && gelf_getclass(elf) == ELFCLASS64 && gelf_getehdr(elf, &eh) &&
		auxv_entry(sg->sg_pid, &sg->sg_entry)) {
		sg->sg_bias = sg->sg_entry - eh.e_entry;
		sg->sg_main = main_find(elf);
		text_find(sg, elf);
		ok = true;
	}
	base_lack(errno);
	if (elf)
		elf_end(elf);
	if (fd >= 0)
		close(fd);
	return ok;
}

static bool in_text(const struct stage *sg, uint64_t pc)
{
	for (unsigned i = 0; i < sg->sg_ntext; i++)
		if (pc >= sg->sg_text[i].lo && pc < sg->sg_text[i].hi)
			return true;
	return false;
}

/*
 * The process.
 */
static bool regs_get(pid_t pid, struct user_regs_struct *regs)
{
	struct iovec iov = { regs, sizeof(*regs) };

	return ptrace(PTRACE_GETREGSET, pid, (void *)(long)NT_PRSTATUS, &iov) == 0;
}

static bool regs_set(pid_t pid, struct user_regs_struct *regs)
{
	struct iovec iov = { regs, sizeof(*regs) };

	return ptrace(PTRACE_SETREGSET, pid, (void *)(long)NT_PRSTATUS, &iov) == 0;
}

/*
 * Continues with request until it stops with SIGTRAP; other signals are delivered to the command.
 * Returns false if it has ended or runs another program.
 */
static bool go(struct stage *sg, enum __ptrace_request request)
{
	long sig = 0;

	for (;;) {
		if (ptrace(request, sg->sg_pid, NULL, (void *)sig) != 0)
			return false;
		while (waitpid(sg->sg_pid, &sg->sg_status, __WALL) < 0)
			if (errno != EINTR)
				return false;
		if (!WIFSTOPPED(sg->sg_status))
			return false;
		if (sg->sg_status >> 8 == (SIGTRAP | PTRACE_EVENT_EXEC << 8))
			return false;
		if (sg->sg_status >> 8 == SIGTRAP)
			return true;
		sig = sg->sg_status >> 16 ? 0 : WSTOPSIG(sg->sg_status);
	}
}

static bool run_to(struct stage *sg, uint64_t addr)
{
	struct user_regs_struct regs;
	long word;

	errno = 0;
	word = ptrace(PTRACE_PEEKTEXT, sg->sg_pid, (void *)addr, NULL);
	if (errno ||
		ptrace(PTRACE_POKETEXT, sg->sg_pid, (void *)addr,
			(void *)((word & ~(long)BREAK_MASK) | BREAK_INSN)) != 0)
		return false;
	if (!go(sg, PTRACE_CONT))
		return false;
	ptrace(PTRACE_POKETEXT, sg->sg_pid, (void *)addr, (void *)word);
	if (!regs_get(sg->sg_pid, &regs) || REG_PC(regs) != addr + BREAK_SIZE)
		return false;
	REG_PC(regs) = addr;
	return regs_set(sg->sg_pid, &regs);
}

static uint64_t main_by_steps(struct stage *sg)
{
	struct user_regs_struct regs;

	for (int i = 0; i < STEPS_MAX; i++) {
		if (!go(sg, PTRACE_SINGLESTEP) || !regs_get(sg->sg_pid, &regs))
			return 0;
		if (!in_text(sg, REG_PC(regs)))
			return in_text(sg, REG_ARG0(regs)) ? REG_ARG0(regs) : 0;
	}
	return 0;
}

bool dt_stage_reach(pid_t pid, enum dt_stage stage, int *status)
{
	struct stage sg = { .sg_pid = pid, .sg_status = 0x7f };
	uint64_t at;

	if (stage != DT_STAGE_EXEC && program_read(&sg) && run_to(&sg, sg.sg_entry) &&
		stage == DT_STAGE_MAIN) {
		at = sg.sg_main ? sg.sg_main + sg.sg_bias : main_by_steps(&sg);
		if (at)
			run_to(&sg, at);
	}
	*status = sg.sg_status;
	return WIFEXITED(sg.sg_status) || WIFSIGNALED(sg.sg_status);
}
