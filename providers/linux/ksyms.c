/* Addresses of a few of the kernel's symbols. */
#include "linux.h"
#include <stdio.h>
#include <string.h>
#include "stream.h"

void dt_ksyms(const char *const *names, uint64_t *addrs, unsigned n)
{
	FILE *fp = base_stream("/proc/kallsyms", "re");
	unsigned long long addr;
	unsigned missing = n;
	char line[512], name[256];

	memset(addrs, 0, n * sizeof(*addrs));
	while (fp && missing != 0 && fgets(line, sizeof(line), fp)) {
		if (sscanf(line, "%llx %*c %255s", &addr, name) != 2)
			continue;
		for (unsigned i = 0; i < n; i++)
			if (strcmp(name, names[i]) == 0 && addrs[i] == 0) {
				addrs[i] = addr;
				missing--;
			}
	}
	if (fp)
		fclose(fp);
}
