/*
 * Speculations: records that are kept back until the program commits or discards them.
 *
 * A clause that speculates writes its record aside; if the clause ends without a fault, the record
 * is appended to its speculation.  commit() moves a speculation's records, in their order, to the
 * principal buffer. Everything runs on one thread, so a speculation is free again at once: none is
 * ever busy while it is cleaned, and cleanrate has nothing to do here.  specsize limits what
 * one CPU's records in one speculation count for.
 */
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "engine.h"

#define SPEC_MIN 4096 /* the least size of bufresize=auto */

struct spec_cpu {
	uint32_t sc_cpu;
	uint64_t sc_taken; /* what its records count for */
};

struct dt_speculation {
	bool sp_active;
	uint8_t *sp_data;
	size_t sp_used, sp_size;
	struct spec_cpu *sp_cpus; /* the CPUs that have records in it */
	unsigned sp_ncpus;
};

int dt_speculations_init(struct dt_engine *en)
{
	int64_t n = dt_opt(en->en_opts, DT_OPT_NSPEC);

	if (dt_room_option(en, DT_OPT_SPECSIZE, "specsize", &en->en_specroom) < 0 ||
		dt_size_fit(en, DT_OPT_SPECSIZE, "speculation", SPEC_MIN, &en->en_specroom,
			dt_fits) < 0)
		return -1;
	en->en_nspecs = n < 0 ? 0 : (uint32_t)n;
	en->en_specs = base_calloc(en->en_nspecs + 1, sizeof(*en->en_specs));
	for (uint32_t i = 0; i < en->en_necbs; i++) {
		const struct dt_ecb *ec = en->en_ecbs[i];

		if (ec->ec_speculates && ec->ec_desc.ep_size > en->en_specrecsize)
			en->en_specrecsize = ec->ec_desc.ep_size;
	}
	en->en_specrec = base_malloc(en->en_specrecsize + 1);
	return en->en_specs && en->en_specrec ?
		0 :
		dt_fail(en, "no memory for %lld speculations", (long long)n);
}

static void spec_empty(struct dt_speculation *sp)
{
	free(sp->sp_data);
	free(sp->sp_cpus);
	memset(sp, 0, sizeof(*sp));
}

void dt_speculations_fini(struct dt_engine *en)
{
	for (uint32_t i = 0; en->en_specs && i < en->en_nspecs; i++)
		spec_empty(&en->en_specs[i]);
	free(en->en_specs);
	free(en->en_specrec);
}

uint32_t dt_speculation_new(struct dt_engine *en)
{
	for (uint32_t i = 0; i < en->en_nspecs; i++)
		if (!en->en_specs[i].sp_active) {
			en->en_specs[i].sp_active = true;
			return i + 1;
		}
	en->en_drops.dc_specunavail++;
	return 0;
}

static struct dt_speculation *spec_find(struct dt_engine *en, int64_t id)
{
	struct dt_speculation *sp;

	if (id <= 0 || id > (int64_t)en->en_nspecs)
		return NULL;
	sp = &en->en_specs[id - 1];
	return sp->sp_active ? sp : NULL;
}

static struct spec_cpu *spec_cpu(struct dt_speculation *sp, uint32_t cpu)
{
	struct spec_cpu *v;

	for (unsigned i = 0; i < sp->sp_ncpus; i++)
		if (sp->sp_cpus[i].sc_cpu == cpu)
			return &sp->sp_cpus[i];
	v = base_realloc(sp->sp_cpus, (sp->sp_ncpus + 1) * sizeof(*v));
	if (!v)
		return NULL;
	sp->sp_cpus = v;
	v[sp->sp_ncpus] = (struct spec_cpu){ .sc_cpu = cpu };
	return &v[sp->sp_ncpus++];
}

static bool spec_grow(struct dt_speculation *sp, size_t n)
{
	size_t size = sp->sp_size ? sp->sp_size : 1024;
	uint8_t *data;

	while (size - sp->sp_used < n)
		size *= 2;
	if (size == sp->sp_size)
		return true;
	data = base_realloc(sp->sp_data, size);
	if (!data)
		return false;
	sp->sp_data = data;
	sp->sp_size = size;
	return true;
}

bool dt_speculation_room(struct dt_engine *en, int64_t id, uint32_t cpu, const struct dt_epdesc *ep)
{
	struct dt_speculation *sp = spec_find(en, id);
	struct spec_cpu *sc;

	if (!sp)
		return false;
	sc = spec_cpu(sp, cpu);
	if (sc && dt_room_add(sc->sc_taken, ep) <= en->en_specroom && spec_grow(sp, ep->ep_size))
		return true;
	en->en_drops.dc_spec++;
	return false;
}

void dt_speculation_add(struct dt_engine *en, int64_t id, const struct dt_record *rc)
{
	struct dt_speculation *sp = spec_find(en, id);
	struct spec_cpu *sc = sp ? spec_cpu(sp, rc->rc_cpu) : NULL;

	if (!sc || sp->sp_size - sp->sp_used < rc->rc_size) /* the clause itself discarded it */
		return;
	memcpy(sp->sp_data + sp->sp_used, rc, rc->rc_size);
	sp->sp_used += rc->rc_size;
	sc->sc_taken = dt_room_add(sc->sc_taken, &dt_engine_ecb(en, rc->rc_epid)->ec_desc);
}

/* Returns true if one of its records must be consumed at once. */
bool dt_speculation_commit(struct dt_engine *en, int64_t id)
{
	struct dt_speculation *sp = spec_find(en, id);
	bool sync = false;

	for (size_t off = 0; sp && off < sp->sp_used;) {
		const struct dt_record *rc = (const void *)(sp->sp_data + off);
		struct dt_record *to = dt_buffer_reserve(en, rc->rc_cpu,
			&dt_engine_ecb(en, rc->rc_epid)->ec_desc);

		if (to) {
			memcpy(to, rc, rc->rc_size);
			dt_buffer_commit(en, to);
		} else if (!en->en_filled) {
			dt_drops(en, dt_engine_ecb(en, rc->rc_epid)->ec_desc.ep_probe, rc->rc_cpu,
				1);
		}
		sync |= dt_engine_ecb(en, rc->rc_epid)->ec_sync;
		off += rc->rc_size;
	}
	dt_speculation_discard(en, id);
	return sync;
}

void dt_speculation_discard(struct dt_engine *en, int64_t id)
{
	struct dt_speculation *sp = spec_find(en, id);

	if (sp)
		spec_empty(sp);
}
