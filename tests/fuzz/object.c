/*
 * Objects as bytes, little-endian and packed:
 *
 *	u8 variables	each: u8 kind, scope, flags; u16 id; type
 *	type		of the result: u8 kind, ckind, flags; u32 size
 *	u8 integers	each: u64
 *	u16 length	strings
 *	u32 ...		instructions, to the end
 */
#include <stdlib.h>
#include <string.h>
#include "room.h"

struct in {
	const uint8_t *in_p, *in_end;
	bool in_short;
};

static uint64_t get(struct in *in, size_t n)
{
	uint64_t v = 0;

	if ((size_t)(in->in_end - in->in_p) < n) {
		in->in_short = true;
		return 0;
	}
	memcpy(&v, in->in_p, n);
	in->in_p += n;
	return v;
}

static void get_type(struct in *in, struct dif_type *dt)
{
	dt->dt_kind = get(in, 1);
	dt->dt_ckind = get(in, 1);
	dt->dt_flags = get(in, 1);
	dt->dt_size = get(in, 4);
	dt->dt_name = "t";
}

static void get_vars(struct in *in, struct dif_object *o)
{
	uint32_t n = get(in, 1);

	o->do_vars = calloc(n + 1, sizeof(*o->do_vars));
	for (; o->do_nvars < n && !in->in_short; o->do_nvars++) {
		struct dif_varinfo *dv = &o->do_vars[o->do_nvars];

		dv->dv_name = "v";
		dv->dv_kind = get(in, 1);
		dv->dv_scope = get(in, 1);
		dv->dv_flags = get(in, 1);
		dv->dv_id = get(in, 2);
		get_type(in, &dv->dv_type);
	}
}

static void get_tables(struct in *in, struct dif_object *o)
{
	get_vars(in, o);
	get_type(in, &o->do_type);
	o->do_nints = get(in, 1);
	o->do_ints = calloc(o->do_nints + 1, sizeof(*o->do_ints));
	for (uint32_t i = 0; i < o->do_nints; i++)
		o->do_ints[i] = get(in, 8);
	o->do_strlen = get(in, 2);
	if ((size_t)(in->in_end - in->in_p) < o->do_strlen) {
		in->in_short = true;
		o->do_strlen = 0;
	}
	o->do_strs = malloc(o->do_strlen ? o->do_strlen : 1); /* its exact size */
	memcpy(o->do_strs, in->in_p, o->do_strlen);
	in->in_p += o->do_strlen;
}

struct dif_object *object_read(const uint8_t *data, size_t size)
{
	struct in in = { data, data + size, false };
	struct dif_object *o = calloc(1, sizeof(*o));

	get_tables(&in, o);
	if (in.in_short) {
		dif_object_free(o);
		return NULL;
	}
	o->do_len = (in.in_end - in.in_p) / 4;
	o->do_text = malloc(o->do_len ? o->do_len * 4 : 1);
	memcpy(o->do_text, in.in_p, o->do_len * 4);
	return o;
}

/*
 * Writing.
 */
struct out {
	uint8_t *ou_p, *ou_end;
};

static void put(struct out *ou, uint64_t v, size_t n)
{
	if ((size_t)(ou->ou_end - ou->ou_p) >= n)
		memcpy(ou->ou_p, &v, n);
	ou->ou_p = (size_t)(ou->ou_end - ou->ou_p) >= n ? ou->ou_p + n : ou->ou_end;
}

static void put_type(struct out *ou, const struct dif_type *dt)
{
	put(ou, dt->dt_kind, 1);
	put(ou, dt->dt_ckind, 1);
	put(ou, dt->dt_flags, 1);
	put(ou, dt->dt_size, 4);
}

size_t object_write(const struct dif_object *o, uint8_t *out, size_t size)
{
	struct out ou = { out, out + size };

	if (o->do_nvars > UINT8_MAX || o->do_nints > UINT8_MAX || o->do_strlen > UINT16_MAX)
		return 0;
	put(&ou, o->do_nvars, 1);
	for (uint32_t i = 0; i < o->do_nvars; i++) {
		const struct dif_varinfo *dv = &o->do_vars[i];

		put(&ou, dv->dv_kind, 1);
		put(&ou, dv->dv_scope, 1);
		put(&ou, dv->dv_flags, 1);
		put(&ou, dv->dv_id, 2);
		put_type(&ou, &dv->dv_type);
	}
	put_type(&ou, &o->do_type);
	put(&ou, o->do_nints, 1);
	for (uint32_t i = 0; i < o->do_nints; i++)
		put(&ou, o->do_ints[i], 8);
	put(&ou, o->do_strlen, 2);
	for (uint32_t i = 0; i < o->do_strlen; i++)
		put(&ou, (uint8_t)o->do_strs[i], 1);
	for (uint32_t i = 0; i < o->do_len; i++)
		put(&ou, o->do_text[i], 4);
	return ou.ou_p < ou.ou_end ? (size_t)(ou.ou_p - out) : 0;
}
