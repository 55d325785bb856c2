/*
 * The type data (BTF) of the running kernel and its modules.
 *
 * A file is a header, types of different lengths, and their names. Opening it notes where each type
 * begins; the first lookup by name makes a table of the names. A module's types go on where the
 * kernel's end, with ids and names that count on, so that it is opened with the kernel's as `base`,
 * which must be closed after it.
 *
 * What is read is checked: an id or a name beyond the end is NULL or "". Type 0 is void, and NULL.
 * Headers only.
 */
#ifndef BASE_BTF_H
#define BASE_BTF_H

#include <errno.h>
#include <fcntl.h>
#include <linux/btf.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "alloc.h"
#include "hash.h"
#include "openfile.h"

struct base_btf {
	const struct base_btf *bb_base; /* the kernel's; NULL: it is the kernel's */
	uint8_t *bb_data;
	size_t bb_size;
	bool bb_mapped;
	const uint8_t *bb_types;
	const char *bb_names;
	uint32_t bb_typesize, bb_namesize, bb_firstname;
	uint32_t bb_first, bb_end; /* ids of its own types */
	uint32_t *bb_at;	   /* offsets of these in bb_types */
	uint32_t *bb_slots;	   /* ids by a hash of the name, linear probing; 0: free */
	uint32_t bb_nslots;	   /* a power of 2, or 0: no table yet */
};

/*
 * A type.
 */
static inline unsigned btf_kind(const struct btf_type *t)
{
	return BTF_INFO_KIND(t->info);
}

static inline unsigned btf_vlen(const struct btf_type *t)
{
	return BTF_INFO_VLEN(t->info);
}

static inline bool btf_kflag(const struct btf_type *t)
{
	return BTF_INFO_KFLAG(t->info);
}

static inline bool btf_is(const struct btf_type *t, unsigned kind)
{
	return btf_kind(t) == kind;
}

static inline bool btf_is_composite(const struct btf_type *t)
{
	return btf_is(t, BTF_KIND_STRUCT) || btf_is(t, BTF_KIND_UNION);
}

static inline bool btf_is_any_enum(const struct btf_type *t)
{
	return btf_is(t, BTF_KIND_ENUM) || btf_is(t, BTF_KIND_ENUM64);
}

/* Only gives another type a name, or a qualifier. */
static inline bool btf_is_alias(const struct btf_type *t)
{
	switch (btf_kind(t)) {
	case BTF_KIND_VOLATILE:
	case BTF_KIND_CONST:
	case BTF_KIND_RESTRICT:
	case BTF_KIND_TYPEDEF:
	case BTF_KIND_TYPE_TAG: return true;
	default: return false;
	}
}

static inline const struct btf_member *btf_members(const struct btf_type *t)
{
	return (const struct btf_member *)(t + 1);
}

static inline const struct btf_param *btf_params(const struct btf_type *t)
{
	return (const struct btf_param *)(t + 1);
}

static inline const struct btf_enum *btf_enum(const struct btf_type *t)
{
	return (const struct btf_enum *)(t + 1);
}

static inline const struct btf_array *btf_array(const struct btf_type *t)
{
	return (const struct btf_array *)(t + 1);
}

static inline unsigned btf_int_encoding(const struct btf_type *t)
{
	return BTF_INT_ENCODING(*(const uint32_t *)(t + 1));
}

static inline uint32_t btf_member_bit_offset(const struct btf_type *t, unsigned i)
{
	uint32_t off = btf_members(t)[i].offset;

	return btf_kflag(t) ? BTF_MEMBER_BIT_OFFSET(off) : off;
}

static inline uint32_t btf_member_bitfield_size(const struct btf_type *t, unsigned i)
{
	return btf_kflag(t) ? BTF_MEMBER_BITFIELD_SIZE(btf_members(t)[i].offset) : 0;
}

/*
 * Opening.
 */
/* Bytes after its struct btf_type; -1: a kind that is unknown here. */
static inline int64_t base_btf_rest(const struct btf_type *t)
{
	static const struct {
		uint8_t ki_fixed, ki_each;
	} kinds[] = {
		[BTF_KIND_INT] = { 4, 0 },
		[BTF_KIND_ARRAY] = { sizeof(struct btf_array), 0 },
		[BTF_KIND_STRUCT] = { 0, sizeof(struct btf_member) },
		[BTF_KIND_UNION] = { 0, sizeof(struct btf_member) },
		[BTF_KIND_ENUM] = { 0, sizeof(struct btf_enum) },
		[BTF_KIND_FUNC_PROTO] = { 0, sizeof(struct btf_param) },
		[BTF_KIND_VAR] = { sizeof(struct btf_var), 0 },
		[BTF_KIND_DATASEC] = { 0, sizeof(struct btf_var_secinfo) },
		[BTF_KIND_DECL_TAG] = { sizeof(struct btf_decl_tag), 0 },
		[BTF_KIND_ENUM64] = { 0, sizeof(struct btf_enum64) },
	};
	unsigned kind = btf_kind(t);

	if (kind == 0 || kind >= sizeof(kinds) / sizeof(kinds[0]))
		return -1;
	return kinds[kind].ki_fixed + (int64_t)kinds[kind].ki_each * btf_vlen(t);
}

/* Returns the number of types, or -1; notes where they begin if `at` has room for them. */
static inline int64_t base_btf_scan(const struct base_btf *b, uint32_t *at)
{
	uint32_t pos = 0;
	int64_t n = 0;

	while (b->bb_typesize - pos >= sizeof(struct btf_type)) {
		int64_t rest = base_btf_rest((const struct btf_type *)(b->bb_types + pos));
		uint32_t left = b->bb_typesize - pos - (uint32_t)sizeof(struct btf_type);

		if (rest < 0 || rest > left)
			return -1;
		if (at)
			at[n] = pos;
		pos += (uint32_t)(sizeof(struct btf_type) + (size_t)rest);
		n++;
	}
	return pos == b->bb_typesize && n < INT32_MAX / 2 ? n : -1;
}

static inline int base_btf_sections(struct base_btf *b)
{
	const struct btf_header *h = (const struct btf_header *)b->bb_data;
	uint64_t body = b->bb_size >= sizeof(*h) && h->magic == BTF_MAGIC &&
			h->hdr_len <= b->bb_size ?
		b->bb_size - h->hdr_len :
		0;
	int64_t n;

	errno = EINVAL;
	if (body == 0 || (uint64_t)h->type_off + h->type_len > body ||
		(uint64_t)h->str_off + h->str_len > body || h->str_len == 0 ||
		(h->hdr_len + h->type_off) % 4 != 0)
		return -1;
	b->bb_types = b->bb_data + h->hdr_len + h->type_off;
	b->bb_names = (const char *)b->bb_data + h->hdr_len + h->str_off;
	b->bb_typesize = h->type_len;
	b->bb_namesize = h->str_len;
	n = b->bb_names[b->bb_namesize - 1] == '\0' ? base_btf_scan(b, NULL) : -1;
	if (n < 0)
		return -1;
	b->bb_at = base_malloc((size_t)n * sizeof(*b->bb_at) + 1);
	errno = ENOMEM;
	if (!b->bb_at)
		return -1;
	base_btf_scan(b, b->bb_at);
	b->bb_end = b->bb_first + (uint32_t)n;
	return 0;
}

static inline void base_btf_close(struct base_btf *b)
{
	if (b->bb_mapped)
		munmap(b->bb_data, b->bb_size);
	else
		free(b->bb_data);
	free(b->bb_at);
	free(b->bb_slots);
	*b = (struct base_btf){ 0 };
}

/* Since Linux 6.16 the kernel's own can be mapped; other files are read. */
static inline int base_btf_load(struct base_btf *b, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	void *p = MAP_FAILED;

	if (fd < 0)
		return -1;
	if (fstat(fd, &st) == 0 && st.st_size > 0)
		p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	b->bb_mapped = p != MAP_FAILED;
	b->bb_size = b->bb_mapped ? (size_t)st.st_size : 0;
	b->bb_data = b->bb_mapped ? p : (uint8_t *)base_read(fd, (size_t)1 << 30, &b->bb_size);
	close(fd);
	return b->bb_data ? 0 : -1;
}

/* Returns 0, or -1 with errno: EINVAL if it isn't type data. */
static inline int base_btf_open(struct base_btf *b, const char *path, const struct base_btf *base)
{
	int err;

	*b = (struct base_btf){ .bb_base = base,
		.bb_first = base ? base->bb_end : 1,
		.bb_firstname = base ? base->bb_firstname + base->bb_namesize : 0 };
	if (base_btf_load(b, path) == 0 && base_btf_sections(b) == 0)
		return 0;
	err = errno;
	base_lack(err);
	base_btf_close(b);
	errno = err;
	return -1;
}

/*
 * Looking up.
 */
static inline const struct btf_type *base_btf_type(const struct base_btf *b, uint32_t id)
{
	if (id < b->bb_first)
		return b->bb_base ? base_btf_type(b->bb_base, id) : NULL;
	return id < b->bb_end ?
		(const struct btf_type *)(b->bb_types + b->bb_at[id - b->bb_first]) :
		NULL;
}

static inline const char *base_btf_name(const struct base_btf *b, uint32_t off)
{
	if (off < b->bb_firstname)
		return b->bb_base ? base_btf_name(b->bb_base, off) : "";
	off -= b->bb_firstname;
	return off < b->bb_namesize ? b->bb_names + off : "";
}

/* The type that it is without names and qualifiers; NULL: void. */
static inline const struct btf_type *base_btf_plain(const struct base_btf *b, uint32_t id)
{
	const struct btf_type *t = base_btf_type(b, id);

	for (unsigned i = 0; t && btf_is_alias(t); i++)
		t = i < 32 ? base_btf_type(b, t->type) : NULL;
	return t;
}

/* In bytes; -1: it has none. */
static inline int64_t base_btf_size(const struct base_btf *b, uint32_t id)
{
	const struct btf_type *t = base_btf_plain(b, id);
	int64_t n = 1;

	for (unsigned i = 0; t && btf_is(t, BTF_KIND_ARRAY) && i < 16; i++) {
		n *= btf_array(t)->nelems;
		t = base_btf_plain(b, btf_array(t)->type);
		if (n > UINT32_MAX)
			return -1;
	}
	if (t && btf_is(t, BTF_KIND_PTR))
		return n * 8;
	if (!t || (!btf_is(t, BTF_KIND_INT) && !btf_is_composite(t) && !btf_is_any_enum(t)))
		return -1;
	return n * t->size;
}

static inline bool base_btf_isnamed(const struct btf_type *t)
{
	return t->name_off != 0 &&
		(btf_is_composite(t) || btf_is_any_enum(t) || btf_is(t, BTF_KIND_TYPEDEF) ||
			btf_is(t, BTF_KIND_FUNC));
}

static inline uint32_t base_btf_slot(const struct base_btf *b, const char *name)
{
	return (uint32_t)base_hash_bytes(0, name, strlen(name)) & (b->bb_nslots - 1);
}

static inline void base_btf_index(struct base_btf *b)
{
	uint32_t n = 64;

	while (n < 2 * (b->bb_end - b->bb_first))
		n *= 2;
	b->bb_slots = base_calloc(n, sizeof(*b->bb_slots));
	b->bb_nslots = b->bb_slots ? n : 0;
	for (uint32_t id = b->bb_first; b->bb_slots && id < b->bb_end; id++) {
		const struct btf_type *t = base_btf_type(b, id);
		uint32_t i;

		if (!base_btf_isnamed(t))
			continue;
		i = base_btf_slot(b, base_btf_name(b, t->name_off));
		while (b->bb_slots[i])
			i = (i + 1) & (b->bb_nslots - 1);
		b->bb_slots[i] = id;
	}
}

/*
 * The id of a struct, union, enum, typedef or function of its own (not of its base), the first of
 * that name; 0: there is none. BTF_KIND_ENUM: of any size.
 */
static inline uint32_t base_btf_find(struct base_btf *b, const char *name, unsigned kind)
{
	if (b->bb_nslots == 0)
		base_btf_index(b);
	if (b->bb_nslots == 0)
		return 0;
	for (uint32_t i = base_btf_slot(b, name); b->bb_slots[i];
		i = (i + 1) & (b->bb_nslots - 1)) {
		const struct btf_type *t = base_btf_type(b, b->bb_slots[i]);

		if ((btf_is(t, kind) || (kind == BTF_KIND_ENUM && btf_is_any_enum(t))) &&
			strcmp(base_btf_name(b, t->name_off), name) == 0)
			return b->bb_slots[i];
	}
	return 0;
}

#endif
