/* openstorm N: opens and closes /dev/null N times, for the benchmarks of live tracing. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) : 200000;

	for (long i = 0; i < n; i++) {
		int fd = open("/dev/null", O_RDONLY);

		if (fd < 0) {
			perror("/dev/null");
			return 1;
		}
		close(fd);
	}
	return 0;
}
