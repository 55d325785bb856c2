/* difseed FOLDER FILE.d ...: writes the objects of the D files, each into a file of the folder. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "room.h"

static const char *folder, *file;
static unsigned total, count; /* objects in all; of this file */

static void seed(const struct dif_object *o)
{
	static uint8_t bytes[1 << 16];
	char path[4096];
	size_t n = o ? object_write(o, bytes, sizeof(bytes)) : 0;
	FILE *fp;

	if (n == 0)
		return;
	snprintf(path, sizeof(path), "%s/%s.%u", folder, file, count++);
	total++;
	fp = fopen(path, "w");
	if (!fp || fwrite(bytes, 1, n, fp) != n || fclose(fp) != 0) {
		perror(path);
		exit(1);
	}
}

static void seed_program(const struct dt_program *pg)
{
	for (const struct dt_clause *cl = pg->pg_clauses; cl; cl = cl->cl_next) {
		seed(cl->cl_pred);
		for (const struct dt_action *ac = cl->cl_actions; ac; ac = ac->ac_next)
			for (uint32_t i = 0; i < ac->ac_nops; i++)
				seed(ac->ac_ops[i].op_difo);
	}
}

static void seed_file(const char *path)
{
	static struct room room;
	static char text[1 << 20];
	FILE *fp = fopen(path, "r");
	const char *slash = strrchr(path, '/');
	struct dt_program *pg;
	size_t n;

	if (!fp) {
		perror(path);
		exit(1);
	}
	file = slash ? slash + 1 : path;
	count = 0;
	n = fread(text, 1, sizeof(text), fp);
	fclose(fp);
	pg = room_compile(&room, text, n);
	if (pg)
		seed_program(pg);
	room_clear(&room, pg);
}

int main(int argc, char **argv)
{
	if (argc < 2) {
		fprintf(stderr, "usage: difseed folder file.d ...\n");
		return 2;
	}
	folder = argv[1];
	for (int i = 2; i < argc; i++)
		seed_file(argv[i]);
	printf("%u objects\n", total);
	return total == 0;
}
