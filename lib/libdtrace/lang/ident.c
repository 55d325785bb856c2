#include <stdlib.h>
#include <string.h>
#include "arena.h"
#include "ident.h"

struct entry {
	struct dt_ident en_id; /* first: an identifier is its entry */
	struct entry *en_prev; /* the one inserted before */
};

struct dt_idtab {
	struct dt_arena *it_arena;
	struct base_index it_index;
	struct entry *it_last;
	unsigned it_count;
	uint32_t it_version;
};

struct dt_idtab *dt_idtab_create(void)
{
	struct dt_arena *ar = dt_arena_create();
	struct dt_idtab *it = dt_arena_alloc(ar, sizeof(*it));

	it->it_arena = ar;
	it->it_version = UINT32_MAX;
	return it;
}

void dt_idtab_destroy(struct dt_idtab *it)
{
	if (!it)
		return;
	base_index_clear(&it->it_index, NULL);
	dt_arena_destroy(it->it_arena);
}

void dt_idtab_set_version(struct dt_idtab *it, uint32_t version)
{
	it->it_version = version;
}

static struct dt_ident *find(struct dt_idtab *it, const char *name, uint32_t version, uint32_t seq)
{
	struct base_link *ln = base_index_first(&it->it_index, base_hash_text(name));

	for (; ln; ln = base_index_next(ln)) {
		struct dt_ident *id = BASE_ENTRY(ln, struct dt_ident, id_link);

		if (strcmp(id->id_name, name) == 0 && id->id_version <= version &&
			id->id_seq <= seq)
			return id;
	}
	return NULL;
}

struct dt_ident *dt_ident_lookup(struct dt_idtab *it, const char *name)
{
	return find(it, name, it->it_version, UINT32_MAX);
}

struct dt_ident *dt_ident_at(struct dt_idtab *it, const char *name, uint32_t seq)
{
	return find(it, name, it->it_version, seq);
}

struct dt_ident *dt_ident_lookup_any(struct dt_idtab *it, const char *name)
{
	return find(it, name, UINT32_MAX, UINT32_MAX);
}

struct dt_ident *dt_ident_before(struct dt_idtab *it, struct dt_ident *next)
{
	struct entry *e = next ? ((struct entry *)next)->en_prev : it->it_last;

	while (e && e->en_id.id_version > it->it_version)
		e = e->en_prev;
	return e ? &e->en_id : NULL;
}

struct dt_ident *dt_ident_insert(struct dt_idtab *it, const char *name, enum dt_idkind kind)
{
	struct entry *e = dt_arena_alloc(it->it_arena, sizeof(*e));
	struct dt_ident *id = &e->en_id;

	id->id_name = dt_arena_strndup(it->it_arena, name, strlen(name));
	id->id_kind = kind;
	id->id_attr = (struct dt_attr){ DT_STAB_STABLE, DT_STAB_STABLE, DT_CLASS_COMMON };
	base_index_add(&it->it_index, &id->id_link, base_hash_text(name));
	e->en_prev = it->it_last;
	it->it_last = e;
	it->it_count++;
	return id;
}

unsigned dt_idtab_mark(struct dt_idtab *it)
{
	return it->it_count;
}

void dt_idtab_rewind(struct dt_idtab *it, unsigned mark)
{
	while (it->it_count > mark) {
		base_index_remove(&it->it_index, &it->it_last->en_id.id_link);
		it->it_last = it->it_last->en_prev;
		it->it_count--;
	}
}
