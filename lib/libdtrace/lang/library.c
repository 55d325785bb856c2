#include "parse.h"
int dt_lang_load_libraries(struct dt_lang *la)
{
	la->la_libsloaded = true;
	return 0;
}
