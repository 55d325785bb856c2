/*
 * Whether a file system has space left. Data that is copied from a trace, an archive or a server
 * may be far larger than expected, and a full disk hurts the whole machine.
 */
#ifndef BASE_DISKROOM_H
#define BASE_DISKROOM_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/statvfs.h>

#define BASE_DISK_STEP (UINT64_C(1) << 20) /* check again after this many bytes */

/*
 * Whether the file system that the open file fd is in keeps a sixteenth of itself free (at most 1
 * GB) after the next BASE_DISK_STEP bytes.  If a file system doesn't know its size, the answer is
 * true.
 */
static inline bool base_disk_room(int fd)
{
	struct statvfs fs;
	uint64_t reserve, most = UINT64_C(1) << 30;

	if (fstatvfs(fd, &fs) < 0 || fs.f_blocks == 0)
		return true;
	reserve = (uint64_t)fs.f_blocks * fs.f_frsize / 16;
	reserve = (reserve < most ? reserve : most) + BASE_DISK_STEP;
	return (uint64_t)fs.f_bavail * fs.f_frsize > reserve;
}

#endif
