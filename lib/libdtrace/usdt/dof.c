/* The file: header, section table, sections; sections that aren't loaded come last. */
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "grow.h"
#include "dof.h"

size_t dof_append(struct dof_buf *bu, const void *p, size_t n)
{
	size_t at = bu->bu_len;

	if (bu->bu_len + n > bu->bu_size) {
		size_t size = (bu->bu_len + n) * 2 + 64;
		uint8_t *q = base_realloc(bu->bu_p, size);

		if (!q) {
			bu->bu_failed = true;
			return 0;
		}
		bu->bu_p = q;
		bu->bu_size = size;
	}
	if (n)
		memcpy(bu->bu_p + at, p, n);
	bu->bu_len += n;
	return at;
}

void dof_init(struct dof *df)
{
	memset(df, 0, sizeof(*df));
	dof_append(&df->df_strings, "", 1);
	dof_add(df, DOF_STRTAB, 1, 0, NULL, 0);
}

void dof_fini(struct dof *df)
{
	for (uint32_t i = 0; i < df->df_nparts; i++)
		free(df->df_parts[i].pt_data);
	free(df->df_parts);
	free(df->df_strings.bu_p);
}

uint32_t dof_string(struct dof *df, const char *s)
{
	return *s ? (uint32_t)dof_append(&df->df_strings, s, strlen(s) + 1) : 0;
}

static bool is_loaded(enum dof_type type)
{
	return type != DOF_COMMENTS && type != DOF_SOURCE;
}

static bool part_fill(struct dof_part *pt, const void *p, size_t len)
{
	pt->pt_data = base_malloc(len + 1);
	if (!pt->pt_data)
		return false;
	if (len)
		memcpy(pt->pt_data, p, len);
	pt->pt_sec.ds_size = len;
	return true;
}

uint32_t dof_add(struct dof *df, enum dof_type type, uint32_t align, uint32_t entsize,
	const void *p, size_t len)
{
	struct dof_part *pt;

	if (!base_more(df->df_parts, df->df_nparts)) {
		df->df_failed = true;
		return DOF_SEC_NONE;
	}
	pt = &df->df_parts[df->df_nparts];
	pt->pt_sec = (struct dof_section){ .ds_type = type,
		.ds_align = align,
		.ds_entsize = entsize,
		.ds_flags = is_loaded(type) ? DOF_F_LOAD : 0 };
	if (!part_fill(pt, p, len)) {
		df->df_failed = true;
		return DOF_SEC_NONE;
	}
	return df->df_nparts++;
}

/* Sets the offsets of all sections; returns the end. */
static uint64_t layout(struct dof *df, uint32_t load, uint64_t at)
{
	for (uint32_t i = 0; i < df->df_nparts; i++) {
		struct dof_section *ds = &df->df_parts[i].pt_sec;

		if ((ds->ds_flags & DOF_F_LOAD) != load)
			continue;
		at = (at + ds->ds_align - 1) / ds->ds_align * ds->ds_align;
		ds->ds_off = at;
		at += ds->ds_size;
	}
	return at;
}

/* The strings are the first section; their size is known last, so they are laid out last. */
static uint64_t layout_loaded(struct dof *df)
{
	struct dof_section *str = &df->df_parts[DOF_SEC_STRTAB].pt_sec;
	uint64_t at;

	str->ds_size = 0;
	at = layout(df, DOF_F_LOAD, DOF_HDR_SIZE + (uint64_t)DOF_SEC_SIZE * df->df_nparts);
	str->ds_off = at;
	str->ds_size = df->df_strings.bu_len;
	return at + str->ds_size;
}

uint64_t dof_offset(struct dof *df, uint32_t section)
{
	layout_loaded(df);
	return df->df_parts[section].pt_sec.ds_off;
}

static void header_fill(const struct dof *df, struct dof_header *dh, uint64_t load, uint64_t size)
{
	static const uint8_t ident[16] = { 0x7f, 'D', 'O', 'F', 2 /* LP64 */,
		__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? 1 : 2, 2, 2, 8, 8 };

	memset(dh, 0, sizeof(*dh));
	memcpy(dh->dh_ident, ident, sizeof(ident));
	dh->dh_hdrsize = DOF_HDR_SIZE;
	dh->dh_secsize = DOF_SEC_SIZE;
	dh->dh_nsecs = df->df_nparts;
	dh->dh_secoff = DOF_HDR_SIZE;
	dh->dh_loadsize = load;
	dh->dh_filesize = size;
}

uint8_t *dof_finish(struct dof *df, size_t *len)
{
	struct dof_header dh;
	uint64_t load, size;
	uint8_t *p;

	if (df->df_failed || df->df_strings.bu_failed)
		return NULL;
	load = layout_loaded(df);
	size = layout(df, 0, load);
	p = base_calloc(1, size);
	if (!p)
		return NULL;
	header_fill(df, &dh, load, size);
	memcpy(p, &dh, sizeof(dh));
	for (uint32_t i = 0; i < df->df_nparts; i++) {
		const struct dof_part *pt = &df->df_parts[i];

		memcpy(p + DOF_HDR_SIZE + (size_t)i * DOF_SEC_SIZE, &pt->pt_sec, DOF_SEC_SIZE);
		memcpy(p + pt->pt_sec.ds_off, i ? pt->pt_data : df->df_strings.bu_p,
			pt->pt_sec.ds_size);
	}
	*len = size;
	return p;
}
