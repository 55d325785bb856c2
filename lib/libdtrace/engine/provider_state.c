/* State of providers, which belongs to the engine: providers have no variables of their own. */
#include <stdlib.h>
#include "alloc.h"
#include "engine.h"

struct dt_ownstate {
	struct dt_ownstate *es_next;
	const void *es_key;
	void (*es_fini)(void *);
	_Alignas(16) uint8_t es_data[];
};

void *dt_engine_state(struct dt_engine *en, const void *key, size_t size, void (*fini)(void *))
{
	struct dt_ownstate *es;

	for (es = en->en_states; es; es = es->es_next)
		if (es->es_key == key)
			return es->es_data;
	es = base_calloc(1, sizeof(*es) + size);
	if (!es)
		return NULL;
	es->es_key = key;
	es->es_fini = fini;
	es->es_next = en->en_states;
	en->en_states = es;
	return es->es_data;
}

void dt_states_fini(struct dt_engine *en)
{
	for (struct dt_ownstate *es = en->en_states, *next; es; es = next) {
		next = es->es_next;
		if (es->es_fini)
			es->es_fini(es->es_data);
		free(es);
	}
}
