/* print(): see below */
#include "room.h"
void dt_print_typed(struct dt_consumer *co, const struct dt_value *va)
{
	dt_print_value(co, va);
}
