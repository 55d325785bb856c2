/* Addresses to names: kallsyms, ELF tables, mapping tables, and the text of a frame. */
#include <elf.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>
#include "symbols.h"

/* two functions that nothing inlines, in an order the linker keeps or not */
__attribute__((noinline)) int a_named_function(int n)
{
	__asm__ volatile("nop; nop; nop; nop");
	return n + 1;
}

__attribute__((noinline)) static int a_local_function(int n)
{
	__asm__ volatile("nop; nop; nop; nop");
	return n + 2;
}

static int (*volatile keep_local)(int) = a_local_function;

static char out[256];

static const char *uaddr(struct dt_symbols *sy, uint32_t pid, uint64_t pc)
{
	const struct dt_symops *ops = dt_symbols_ops(sy);

	ops->so_uaddr(ops->so_arg, pid, pc, out, sizeof(out));
	return out;
}

static const char *kaddr(struct dt_symbols *sy, uint64_t pc)
{
	const struct dt_symops *ops = dt_symbols_ops(sy);

	ops->so_kaddr(ops->so_arg, pc, out, sizeof(out));
	return out;
}

static void own_functions(void **state)
{
	struct dt_symbols *sy = dt_symbols_create(DT_SYMS_LIVE);
	const struct dt_symops *ops = dt_symbols_ops(sy);
	uint64_t pc = (uintptr_t)a_named_function;

	(void)state;
	assert_string_equal(uaddr(sy, getpid(), pc), "test_symbols`a_named_function");
	assert_string_equal(uaddr(sy, getpid(), pc + 1), "test_symbols`a_named_function+0x1");
	assert_string_equal(uaddr(sy, getpid(), (uintptr_t)keep_local),
		"test_symbols`a_local_function");
	ops->so_usym(ops->so_arg, getpid(), pc + 1, out, sizeof(out));
	assert_string_equal(out, "test_symbols`a_named_function");
	ops->so_umod(ops->so_arg, getpid(), pc + 1, out, sizeof(out));
	assert_string_equal(out, "test_symbols");
	assert_int_equal(dt_symbols_ustart(sy, getpid(), pc + 1), pc);
	assert_string_equal(uaddr(sy, getpid(), 0x10), "0x10");
	dt_symbols_destroy(sy);
}

static void libc_and_vdso(void **state)
{
	struct dt_symbols *sy = dt_symbols_create(DT_SYMS_LIVE);
	uint64_t pc = (uintptr_t)dlsym(RTLD_NEXT, "getppid");
	void *vdso = dlopen("linux-vdso.so.1", RTLD_NOW | RTLD_NOLOAD);

	(void)state;
	assert_string_equal(uaddr(sy, getpid(), pc), "libc.so.6`getppid");
	if (vdso) {
		pc = (uintptr_t)dlsym(vdso, "__vdso_clock_gettime");
		uaddr(sy, getpid(), pc);
		assert_non_null(strstr(out, "clock_gettime"));
		assert_memory_equal(out, "[vdso]`", 7);
	}
	dt_symbols_destroy(sy);
}

static void names_outlive_the_process(void **state)
{
	struct dt_symbols *sy = dt_symbols_create(DT_SYMS_LIVE);
	uint64_t pc = (uintptr_t)a_named_function;
	int hold[2];
	char c;
	pid_t pid;

	(void)state;
	assert_int_equal(pipe(hold), 0);
	pid = fork();
	if (pid == 0) {
		close(hold[1]);
		_exit(read(hold[0], &c, 1) != 0);
	}
	dt_symbols_proc_seen(sy, pid);
	close(hold[1]);
	close(hold[0]);
	waitpid(pid, NULL, 0);
	assert_string_equal(uaddr(sy, pid, pc + 1), "test_symbols`a_named_function+0x1");
	dt_symbols_destroy(sy);
}

/* the frames of a stripped file: the object alone */
static void object_only(void **state)
{
	struct dt_symbols *sy = dt_symbols_create(DT_SYMS_LIVE);

	(void)state;
	dt_symbols_image_load(sy, 7777777, 0x10000, 0x1000, 0, "/nonexistent/prog");
	assert_string_equal(uaddr(sy, 7777777, 0x10010), "prog`0x10010");
	dt_symbols_destroy(sy);
}

static void replay_images(void **state)
{
	struct dt_symbols *sy = dt_symbols_create(DT_SYMS_REPLAY);
	const struct dt_symops *ops = dt_symbols_ops(sy);

	(void)state;
	dt_symbols_image_load(sy, 10, 0x7ff000000000, 0x10000, 0,
		"\\Device\\HarddiskVolume2\\Windows\\System32\\ntdll.dll");
	dt_symbols_image_load(sy, 10, 0x400000, 0x1000, 0, "C:\\a dir\\app.exe");
	dt_symbols_image_load(sy, 0, 0xfffff80000000000, 0x100000, 0,
		"\\SystemRoot\\system32\\ntoskrnl.exe");
	dt_symbols_image_load(sy, 4, 0xfffff88000000000, 0x1000, 0, "tcpip.sys");
	assert_string_equal(uaddr(sy, 10, 0x7ff000001234), "ntdll.dll+0x1234");
	assert_string_equal(uaddr(sy, 10, 0x400fff), "app.exe+0xfff");
	assert_string_equal(uaddr(sy, 10, 0x401000), "0x401000");
	assert_string_equal(uaddr(sy, 11, 0x400fff), "0x400fff");
	assert_string_equal(uaddr(sy, 10, 0xfffff80000000010), "ntoskrnl.exe+0x10");
	assert_string_equal(kaddr(sy, 0xfffff80000000010), "ntoskrnl.exe+0x10");
	assert_string_equal(kaddr(sy, 0xfffff88000000010), "tcpip.sys+0x10");
	assert_string_equal(kaddr(sy, 0xfffff89000000010), "0xfffff89000000010");
	ops->so_kmod(ops->so_arg, 0xfffff88000000010, out, sizeof(out));
	assert_string_equal(out, "tcpip.sys");
	/* our own process is not looked at */
	assert_string_equal(uaddr(sy, getpid(), 0x1234), "0x1234");
	dt_symbols_destroy(sy);
}

static const char *image_at(struct dt_maps *mt, uint64_t pc, uint64_t *off)
{
	const struct dt_map *m = dt_maps_find(mt, 1, pc);

	*off = m ? pc - m->mp_base + m->mp_off : 0;
	return m ? m->mp_image->im_name : "-";
}

static void newer_mappings_win(void **state)
{
	struct dt_maps *mt = dt_maps_create();
	uint64_t off;

	(void)state;
	dt_maps_add(mt, 1, 0x1000, 0x9000, 0, "/old");	   /* 1000-a000 */
	dt_maps_add(mt, 1, 0x3000, 0x1000, 0x500, "/mid"); /* splits it */
	assert_string_equal(image_at(mt, 0x2fff, &off), "old");
	assert_int_equal(off, 0x1fff);
	assert_string_equal(image_at(mt, 0x3001, &off), "mid");
	assert_int_equal(off, 0x501);
	assert_string_equal(image_at(mt, 0x4000, &off), "old");
	assert_int_equal(off, 0x3000);
	dt_maps_add(mt, 1, 0x2000, 0x3000, 0, "/wide"); /* over the split */
	assert_string_equal(image_at(mt, 0x1fff, &off), "old");
	assert_string_equal(image_at(mt, 0x3000, &off), "wide");
	assert_string_equal(image_at(mt, 0x4fff, &off), "wide");
	assert_string_equal(image_at(mt, 0x5000, &off), "old");
	assert_int_equal(off, 0x4000);
	dt_maps_add(mt, 1, 0, 0x100000, 0, "/all");
	assert_string_equal(image_at(mt, 0x5000, &off), "all");
	assert_string_equal(image_at(mt, 0x100000, &off), "-");
	dt_maps_add(mt, 1, 0xffffffffffff0000, 0xfffffff, 0, "/top"); /* size runs over the end */
	assert_string_equal(image_at(mt, 0xffffffffffff0001, &off), "top");
	dt_maps_forget(mt, 1);
	assert_string_equal(image_at(mt, 0x5000, &off), "-");
	dt_maps_destroy(mt);
}

static char *temp_file(const char *text)
{
	static char path[] = "/tmp/test_symbols.XXXXXX";
	int fd;

	memcpy(path + strlen(path) - 6, "XXXXXX", 6);
	fd = mkstemp(path);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
	return path;
}

static void kallsyms_text(void **state)
{
	const char *path = temp_file("0000000000000000 A fixed_percpu_data\n"
				     "ffffffff81000000 T _stext\n"
				     "ffffffff81000000 T _text\n"
				     "ffffffff81000100 t __do_it\n"
				     "ffffffff81000100 T do_it\n"
				     "ffffffff81000200 T last_one\n"
				     "garbage\n"
				     "ffffffffc0002000 t mod_b\t[amod]\n"
				     "ffffffffc0001000 t mod_a\t[amod]\n"
				     "ffffffffc0001800 t bpf_prog_1234\t[bpf]");
	struct dt_kallsyms *kl = dt_kallsyms_load(path);
	struct dt_sym sym;

	(void)state;
	unlink(path);
	assert_non_null(kl);
	assert_true(dt_kallsyms_find(kl, 0xffffffff81000180, &sym));
	assert_string_equal(sym.sy_func, "do_it");
	assert_string_equal(sym.sy_obj, "vmlinux");
	assert_true(sym.sy_start == 0xffffffff81000100);
	assert_true(dt_kallsyms_find(kl, 0xffffffffc0001004, &sym));
	assert_string_equal(sym.sy_func, "mod_a");
	assert_string_equal(sym.sy_obj, "amod");
	assert_true(dt_kallsyms_find(kl, 0xffffffffc0001804, &sym));
	assert_string_equal(sym.sy_obj, "bpf");
	assert_false(dt_kallsyms_find(kl, 0xffffffff91000000, &sym));
	assert_false(dt_kallsyms_find(kl, 0x1000, &sym));
	assert_false(dt_kallsyms_find(kl, UINT64_MAX, &sym));
	dt_kallsyms_free(kl);
}

static void kallsyms_hidden(void **state)
{
	const char *path = temp_file("0000000000000000 T _stext\n0000000000000000 T do_it\n");

	(void)state;
	assert_null(dt_kallsyms_load(path));
	unlink(path);
	assert_null(dt_kallsyms_load("/nonexistent"));
}

static bool kernel_symbol(char *name, size_t size, uint64_t *addr)
{
	FILE *fp = fopen("/proc/kallsyms", "re");
	char line[512], type;

	*addr = 0;
	while (fp && fgets(line, sizeof(line), fp))
		if (sscanf(line, "%" SCNx64 " %c %255s", addr, &type, name) == 3 &&
			!strcmp(name, "vfs_read"))
			break;
		else
			*addr = 0;
	if (fp)
		fclose(fp);
	(void)size;
	return *addr != 0;
}

static void kernel_live(void **state)
{
	struct dt_symbols *sy;
	char name[256];
	uint64_t addr;

	(void)state;
	if (!kernel_symbol(name, sizeof(name), &addr)) {
		print_message("kernel addresses are hidden from us\n");
		skip();
	}
	sy = dt_symbols_create(DT_SYMS_LIVE);
	assert_string_equal(kaddr(sy, addr), "vmlinux`vfs_read");
	assert_string_equal(kaddr(sy, addr + 0x1f), "vmlinux`vfs_read+0x1f");
	assert_int_equal(dt_symbols_kstart(sy, addr + 0x1f), addr);
	assert_string_equal(kaddr(sy, 0x1234), "0x1234");
	dt_symbols_destroy(sy);
}

/* every prefix of a real file: no table or a table, never a fault */
static void damaged_elf(void **state)
{
	char path[64], *image;
	uint64_t delta;
	off_t size;
	int fd = open("/proc/self/exe", O_RDONLY), cut;
	struct dt_symlimit limit;

	(void)state;
	dt_symlimit_init(&limit);
	size = lseek(fd, 0, SEEK_END);
	image = malloc(size);
	assert_int_equal(pread(fd, image, size, 0), size);
	close(fd);
	snprintf(path, sizeof(path), "%s", temp_file(""));
	for (off_t len = 0; len < size; len += 1 + size / 97) {
		struct dt_elf *el;

		cut = open(path, O_RDWR | O_TRUNC);
		image[len] ^= 0x55;
		assert_int_equal(pwrite(cut, image, len, 0), len);
		el = dt_elf_open(cut, NULL, NULL, &limit);
		close(cut);
		for (uint64_t at = 0; el && at < (uint64_t)size; at += 64)
			dt_elf_find(el, at, &delta);
		dt_elf_free(el);
	}
	unlink(path);
	free(image);
}

/*
 * lea 8(%rip),%rax; vzeroupper; lock cmpxchg %rcx,(%rdx); ret; and a byte that begins no
 * instruction of 64 bits
 */
static const uint8_t code[] = { 0x48, 0x8d, 0x05, 8, 0, 0, 0, 0xc5, 0xf8, 0x77, 0xf0, 0x48, 0x0f,
	0xb1, 0x0a, 0xc3, 0x06 };

/* Whether each offset is inside an instruction, as a string of digits. */
static const char *insides(uint16_t machine)
{
	struct dt_elffunc ef = { .ef_machine = machine, .ef_ncode = sizeof(code) };
	static char digits[sizeof(code) + 4];
	const char *why;

	memcpy(ef.ef_code, code, sizeof(code));
	for (size_t i = 0; i < sizeof(digits) - 1; i++)
		digits[i] = dt_insn_inside(&ef, i, &why) ? '1' : '0';
	return digits;
}

static void instructions(void **state)
{
	(void)state;
	assert_string_equal(insides(EM_AARCH64), "01110111011101110111");
	assert_string_equal(insides(EM_RISCV), "00000000000000000000");
#ifdef HAVE_ZYDIS
	assert_string_equal(insides(EM_X86_64), "01111110110111100000");
	/* 0x48 is an instruction there, and one that lock can't precede */
	assert_string_equal(insides(EM_386), "00111110110000000000");
#else
	const char *why;
	struct dt_elffunc ef = { .ef_machine = EM_X86_64 };

	assert_false(dt_insn_inside(&ef, 1, &why));
	assert_non_null(strstr(why, "install libzydis-dev"));
#endif
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(own_functions),
		cmocka_unit_test(libc_and_vdso),
		cmocka_unit_test(names_outlive_the_process),
		cmocka_unit_test(object_only),
		cmocka_unit_test(replay_images),
		cmocka_unit_test(newer_mappings_win),
		cmocka_unit_test(kallsyms_text),
		cmocka_unit_test(kallsyms_hidden),
		cmocka_unit_test(kernel_live),
		cmocka_unit_test(damaged_elf),
		cmocka_unit_test(instructions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
