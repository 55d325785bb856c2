/*
 * mkpdb FILE GUID AGE NAME=RVA ...: a program database; GUID: 32 digits of its bytes; NAME(): a
 * function
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "pdbwrite.h"

int main(int argc, char **argv)
{
	static uint8_t out[PDBW_MAX];
	static const uint32_t sections[] = { 0 };
	struct pdbw_sym syms[64];
	struct pdbw pw = { .pw_sections = sections, .pw_nsections = 1, .pw_syms = syms };
	size_t n;
	FILE *fp;

	if (argc < 4 || argc > 64 || strlen(argv[2]) != 32)
		return 2;
	for (int i = 0; i < 16; i++)
		sscanf(argv[2] + 2 * i, "%2hhx", &pw.pw_guid[i]);
	pw.pw_age = (uint32_t)strtoul(argv[3], NULL, 0);
	for (int i = 4; i < argc; i++) {
		char *eq = strchr(argv[i], '='), *paren;

		if (!eq)
			return 2;
		*eq = '\0';
		paren = strstr(argv[i], "()");
		if (paren)
			*paren = '\0';
		syms[pw.pw_nsyms++] = (struct pdbw_sym){ argv[i], 1,
			(uint32_t)strtoul(eq + 1, NULL, 0), paren != NULL };
	}
	n = pdb_write(&pw, out);
	fp = fopen(argv[1], "wb");
	return !fp || fwrite(out, 1, n, fp) != n || fclose(fp) ? 1 : 0;
}
