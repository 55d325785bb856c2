/* Reads the payload of an event that dtrace has recorded (dtrace_recorded.h), field by field. */
#ifndef DT_WINDOWS_FIELDS_H
#define DT_WINDOWS_FIELDS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include "etw.h"

/* After the payload's end every field is 0 or empty, and fs_over is true. */
struct etl_fields {
	const uint8_t *fs_at;
	uint32_t fs_left;
	bool fs_over;
};

static inline struct etl_fields etl_fields(const struct etw_event *ev)
{
	return (struct etl_fields){ .fs_at = ev->ev_payload, .fs_left = ev->ev_paylen };
}

/* Returns n bytes, or NULL. */
static inline const void *etl_take(struct etl_fields *fs, uint32_t n)
{
	const void *p = fs->fs_at;

	if (n > fs->fs_left) {
		fs->fs_left = 0;
		fs->fs_over = true;
		return NULL;
	}
	fs->fs_at += n;
	fs->fs_left -= n;
	return p;
}

/* An integer of at most 8 bytes. */
static inline uint64_t etl_take_number(struct etl_fields *fs, uint32_t size)
{
	const void *p = etl_take(fs, size);
	uint64_t v = 0;

	if (p)
		memcpy(&v, p, size);
	return v;
}

/* Text with its NUL; it is part of the payload. */
static inline const char *etl_take_text(struct etl_fields *fs)
{
	const char *s = (const char *)fs->fs_at;
	size_t len = strnlen(s, fs->fs_left);

	return etl_take(fs, (uint32_t)len + 1) ? s : "";
}

#endif
