/* -x ctypes, -x dtypes: all named types, as declarations, in the order of their definition. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "lang.h"
#include "stream.h"

struct dump {
	FILE *du_fp;
	const char *du_scope;
};

/* Writes a type and a name as C does: "int a [3]". */
static void declarator_write(FILE *fp, const struct dt_type *ty, const char *name)
{
	char text[256], *bracket;

	dt_type_name(ty, text, sizeof(text));
	bracket = strchr(text, '[');
	if (!bracket) {
		fprintf(fp, "%s%s%s", text, name ? " " : "", name ? name : "");
		return;
	}
	fprintf(fp, "%.*s%s%s", (int)(bracket - text), text, name ? name : "", bracket);
}

static void sou_write(FILE *fp, const struct dt_type *ty)
{
	fprintf(fp, "%s %s {\n", ty->ty_kind == TY_UNION ? "union" : "struct", ty->ty_name);
	for (const struct dt_member *mb = ty->ty_u.members; mb; mb = mb->mb_next) {
		fputc('\t', fp);
		declarator_write(fp, mb->mb_type, mb->mb_name);
		if (mb->mb_bits != 0)
			fprintf(fp, " : %u", mb->mb_bits);
		fprintf(fp, ";\t/* %" PRIu64 " */\n", mb->mb_offset / 8);
	}
	fputs("};\n", fp);
}

static void enum_write(FILE *fp, const struct dt_type *ty)
{
	fprintf(fp, "enum %s {\n", ty->ty_name);
	for (const struct dt_enumval *ev = ty->ty_u.enums; ev; ev = ev->ev_next)
		fprintf(fp, "\t%s = %" PRId64 ",\n", ev->ev_name, ev->ev_value);
	fputs("};\n", fp);
}

static void type_write(const struct dt_type *ty, void *arg)
{
	const struct dump *du = arg;

	if (strcmp(ty->ty_scope, du->du_scope) != 0)
		return;
	switch (ty->ty_kind) {
	case TY_STRUCT:
	case TY_UNION: sou_write(du->du_fp, ty); break;
	case TY_ENUM: enum_write(du->du_fp, ty); break;
	case TY_FORWARD:
		fprintf(du->du_fp, "%s %s;\n",
			ty->ty_u.fwd == TY_ENUM		 ? "enum" :
				ty->ty_u.fwd == TY_UNION ? "union" :
							   "struct",
			ty->ty_name);
		break;
	case TY_TYPEDEF:
		fputs("typedef ", du->du_fp);
		declarator_write(du->du_fp, ty->ty_ref, ty->ty_name);
		fputs(";\n", du->du_fp);
		break;
	default:
		fprintf(du->du_fp, "%s;\t/* %" PRIu64 " bytes */\n", ty->ty_name, ty->ty_size);
		break;
	}
}

int dt_types_write(struct dt_types *ts, const char *scope, const char *path)
{
	struct dump du = { base_stream(path, "we"), scope };
	int rc;

	if (!du.du_fp)
		return -1;
	dt_types_walk(ts, type_write, &du);
	rc = ferror(du.du_fp) ? -1 : 0;
	return fclose(du.du_fp) != 0 ? -1 : rc;
}
