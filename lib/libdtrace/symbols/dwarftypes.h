/*
 * For the compiler: the types and functions that a file's debugging information (DWARF) describes.
 *
 * A type or function is known by a number, which is unique in its file. What is described here is
 * what the file says, however absurd: a type may be part of itself, so callers bound their depth.
 * Names stay until dt_dwarf_close().
 */
#ifndef DT_DWARFTYPES_H
#define DT_DWARFTYPES_H

#include <stdbool.h>
#include <stdint.h>
#include "symlimit.h"

struct dt_dwarf;

/*
 * Opens the debugging information of a file, or of its separate debug file; path and root are as of
 * dt_elf_open(). fd may be closed afterwards. If there is none that can be used, returns NULL and
 * sets *why.
 */
struct dt_dwarf *dt_dwarf_open(int fd, const char *path, const char *root, struct dt_symlimit *,
	const char **why);
void dt_dwarf_close(struct dt_dwarf *);

enum dt_dwkind {
	DT_DW_VOID,
	DT_DW_INTEGER,
	DT_DW_FLOAT,
	DT_DW_COMPLEX,
	DT_DW_POINTER, /* also references */
	DT_DW_ARRAY,
	DT_DW_STRUCT, /* also classes */
	DT_DW_UNION,
	DT_DW_ENUM,
	DT_DW_TYPEDEF,
	DT_DW_CONST,
	DT_DW_VOLATILE,
	DT_DW_FUNCTION,
	DT_DW_ENUMERATOR, /* dt_dwarf_find() only */
	DT_DW_OPAQUE	  /* of a known size only */
};

#define DT_DW_MAXDIMS 8

struct dt_dwtype {
	enum dt_dwkind dw_kind;
	const char *dw_name; /* NULL: it has none */
	uint64_t dw_size;    /* bytes */
	bool dw_signed, dw_char;
	bool dw_declared; /* incomplete: a structure or enumeration without its members */
	uint64_t dw_ref;  /* what it points to, consists of, stands for or returns; 0: void */
	unsigned dw_ndims;
	uint64_t dw_dims[DT_DW_MAXDIMS]; /* of an array, the outermost first; 0: unknown */
};
/* Returns false if the number is of no type. */
bool dt_dwarf_type(struct dt_dwarf *, uint64_t number, struct dt_dwtype *);

struct dt_dwmember {
	const char *dm_name; /* NULL: anonymous, or a base class */
	uint64_t dm_type;
	uint64_t dm_bitoff;
	uint32_t dm_bits; /* width of a bit-field, otherwise 0 */
};
/* Calls fn for the data members of a structure or union, until it returns false. */
void dt_dwarf_members(struct dt_dwarf *, uint64_t number,
	bool (*fn)(const struct dt_dwmember *, void *), void *arg);
void dt_dwarf_enumerators(struct dt_dwarf *, uint64_t number,
	bool (*fn)(const char *name, int64_t value, void *), void *arg);
/* Calls fn for the types of a function's parameters (0: unknown), until it returns false. */
void dt_dwarf_params(struct dt_dwarf *, uint64_t number, bool (*fn)(uint64_t type, void *),
	void *arg);

/*
 * dwarfclass.c: whether objects of the type are passed and returned by their address, because C++
 * can't copy them as bytes.
 */
bool dt_dwarf_byref(struct dt_dwarf *, uint64_t number);

/*
 * Returns the number of the first type that is defined with this name, or 0. kind: TYPEDEF for
 * every name that stands alone (of a base type, a typedef or, in C++, a class), STRUCT, UNION,
 * ENUM; or ENUMERATOR, for the enumeration that has an enumerator of the name.
 */
uint64_t dt_dwarf_find(struct dt_dwarf *, enum dt_dwkind, const char *name);
/* Returns the number of the function that begins at an address of the file, or 0. */
uint64_t dt_dwarf_function(struct dt_dwarf *, uint64_t vaddr);
/*
 * What is missing of the types because they are in other files, as of gcc -gsplit-dwarf, which are
 * missing or can't be used: the rest of a message that names the program. NULL if nothing is.
 */
const char *dt_dwarf_lacks(struct dt_dwarf *);
/* Whether the function is of Go, which doesn't pass arguments as the ABI of C says. */
bool dt_dwarf_isgo(struct dt_dwarf *, uint64_t number);
/* The address of the code at an offset of the file. Returns false if none is there. */
bool dt_dwarf_vaddr(const struct dt_dwarf *, uint64_t fileoff, uint64_t *vaddr);

#endif
