/*
 * A kernel without multi-uprobe links: preloaded, it refuses them as such a kernel does.
 */
#include <dlfcn.h>
#include <errno.h>
#include <linux/bpf.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/syscall.h>

#define ATTACH_UPROBE_MULTI 48

long syscall(long number, ...)
{
	static long (*real)(long, ...);
	long a[6];
	va_list ap;

	va_start(ap, number);
	for (int i = 0; i < 6; i++)
		a[i] = va_arg(ap, long);
	va_end(ap);
	if (number == __NR_bpf && a[0] == BPF_LINK_CREATE &&
		((const uint32_t *)a[1])[2] == ATTACH_UPROBE_MULTI) {
		errno = EINVAL;
		return -1;
	}
	if (!real)
		*(void **)&real = dlsym(RTLD_NEXT, "syscall");
	return real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
