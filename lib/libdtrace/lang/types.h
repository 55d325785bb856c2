/*
 * D's types.  A type is an immutable node in the compiler's permanent arena; two nodes may describe
 * the same type, so compare with dt_type_same() and dt_type_compatible(), never by address.
 *
 * Base types, the types of the records header and of the libraries live in scope "C" or "D"
 * (dt_types_lookup()); a struct, union or enum tag and a typedef name are separate name spaces, as
 * in C.
 *
 * Names have two layers. What is defined until dt_types_seal() is ours: the language, the records,
 * the libraries. The names that programs define lie over them and hide ours in the text of
 * programs, while builtins, arguments of probes and the text of libraries keep the types that they
 * had. A tag of ours that a program mentions gets a forward in the program's layer, which stands
 * for our type until the program defines the tag otherwise.
 */
#ifndef DT_TYPES_H
#define DT_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum dt_tkind {
	TY_VOID,
	TY_INTEGER,
	TY_FLOAT,
	TY_POINTER,
	TY_ARRAY,
	TY_FUNCTION,
	TY_STRUCT,
	TY_UNION,
	TY_ENUM,
	TY_FORWARD /* a struct, union or enum tag (ty_u.fwd) that isn't defined yet */,
	TY_TYPEDEF,
	TY_CONST,
	TY_VOLATILE,
	TY_RESTRICT,
	TY_STRING, /* string: by reference, strsize bytes */
	TY_STACK,
	TY_SYMADDR,
	TY_USYMADDR,
	TY_DYN /* result of a translation: members only */
};

struct dt_type;
struct dt_types; /* the store */

struct dt_member {
	const char
		*mb_name; /* NULL: anonymous struct or union, whose members are found through it */
	const struct dt_type *mb_type;
	uint64_t mb_offset; /* bits */
	uint8_t mb_bits;    /* width of a bit-field, otherwise 0 */
	uint16_t mb_align;  /* at least this, also if the structure is packed */
	bool mb_ref;	    /* string of a native record: the member contains the text's address */
	struct dt_member *mb_next;
};

struct dt_enumval {
	const char *ev_name;
	int64_t ev_value;
	struct dt_enumval *ev_next;
};

struct dt_param {
	const char *pr_name; /* may be NULL */
	const struct dt_type *pr_type;
	struct dt_param *pr_next;
};

struct dt_type {
	enum dt_tkind ty_kind;
	const char *ty_name;  /* base type's, typedef's or tag's name; NULL: anonymous or derived */
	const char *ty_scope; /* "C", "D" or a module's name */
	uint64_t ty_size; /* bytes; 0 for void, function, forward; TY_STRING: ask dt_type_size() */
	uint32_t ty_align;
	const struct dt_type
		*ty_ref;    /* pointee, element, base of typedef and qualifier, return type */
	bool ty_signed;	    /* integers */
	bool ty_char;	    /* plain, signed or unsigned char */
	bool ty_userland;   /* pointer into the traced process */
	bool ty_varargs;    /* the function takes further arguments */
	uint64_t ty_nelems; /* array; 0 with ty_assoc or [] */
	union {
		struct dt_member *members; /* struct, union */
		struct dt_enumval *enums;
		struct dt_param *params; /* function; array declared with key types: the keys */
		enum dt_tkind fwd;
		const struct dt_type *complete;
	} ty_u;
	struct dt_type *ty_complete; /* of a forward, once its tag is defined; otherwise NULL */
	/* of a forward that was not looked up in the foreign types yet; otherwise NULL */
	struct dt_types *ty_lazy;
	uint32_t ty_foreign;		  /* its number in the foreign types; 0: unknown */
	const struct dt_foreign *ty_from; /* whose number that is; NULL: those of the store */
	const struct dt_type *ty_pointer; /* the pointer to it, made at first use */
	uint16_t ty_depth; /* derivations and nested members: bounds every walk; at most
			      DT_TYPE_MAXDEPTH */
};

#define DT_TYPE_MAXDEPTH 200 /* decl.c refuses to go further */

/* Types from outside: the kernel's. A tag that isn't defined in the program is looked up there. */
struct dt_foreign {
	void *fg_arg;
	/* its number, or 0 if unknown */
	uint32_t (*fg_find)(void *, enum dt_tkind, const char *tag);
	/* makes the whole type; NULL if it can't */
	struct dt_type *(*fg_make)(void *, struct dt_types *, uint32_t number);
	/* calls fn for every tag of the kind; the names stay */
	void (*fg_each)(void *, enum dt_tkind, void (*fn)(void *, const char *tag), void *);
};
void dt_types_set_foreign(struct dt_types *, const struct dt_foreign *);
/*
 * Makes a forward outside the store, which is completed when it is first resolved. If number is 0,
 * it is looked up by its tag.
 */
struct dt_type *dt_types_lazy(struct dt_types *, enum dt_tkind, const char *tag, uint32_t number);

/* As dt_types_lazy(), of other foreign types; they live as long as the store. */
struct dt_type *dt_types_lazy_from(struct dt_types *, enum dt_tkind, const char *tag,
	const struct dt_foreign *, uint32_t number);

/*
 * Types of processes, by names with a scope: "pid1234" or "pid1234`libc". They are made when they
 * are named.
 */
#define DT_SCOPE_PROCESS "process" /* ty_scope of such types */
struct dt_scopes {
	void *sc_arg;
	/*
	 * kind: that of a tag; TY_TYPEDEF for a name that stands alone. If there is no such type,
	 * returns NULL and sets *why.
	 */
	const struct dt_type *(*sc_find)(void *, const char *scope, enum dt_tkind kind,
		const char *name, const char **why);
	/* Returns the enumeration that has the enumerator, or NULL. */
	const struct dt_type *(
		*sc_enumerator)(void *, const char *scope, const char *name, int64_t *value);
};
void dt_types_set_scopes(struct dt_types *, const struct dt_scopes *);
bool dt_type_is_process(const struct dt_type *); /* or of what it points to */
bool dt_types_is_process(const char *name);	 /* whether the name has such a scope */
const struct dt_type *dt_types_of_process(struct dt_types *, enum dt_tkind, const char *name,
	const char **why);
const struct dt_type *dt_types_enumerator(struct dt_types *, const char *name, int64_t *value);

/* Returns a store with the base types and predefined typedefs of the language. */
struct dt_types *dt_types_create(void);
void dt_types_destroy(struct dt_types *);
void dt_types_set_strsize(struct dt_types *, uint32_t);
uint32_t dt_types_strsize(const struct dt_types *);

void dt_types_seal(struct dt_types *); /* from now on names are defined by programs */
/*
 * Returns the type of a name ("int", "unsigned long", "uint64_t", "struct proc", "enum x",
 * "thread_t *", "string" ...), or NULL if it is unknown. A name of ours is not hidden.
 */
const struct dt_type *dt_types_lookup(struct dt_types *, const char *name);
const struct dt_type *dt_types_lookup_typedef(struct dt_types *, const char *name);
const struct dt_type *dt_types_lookup_tag(struct dt_types *, enum dt_tkind, const char *tag);
/* What the name means in the text that is parsed. */
const struct dt_type *dt_types_in_text(struct dt_types *, const char *name);
const struct dt_type *dt_types_typedef_in_text(struct dt_types *, const char *name);
/* derived types */
const struct dt_type *dt_type_pointer(struct dt_types *, const struct dt_type *);
const struct dt_type *dt_type_array(struct dt_types *, const struct dt_type *elem, uint64_t n);
const struct dt_type *dt_type_qualified(struct dt_types *, const struct dt_type *, enum dt_tkind);
const struct dt_type *dt_type_userland(struct dt_types *, const struct dt_type *pointer);
const struct dt_type *dt_type_function(struct dt_types *, const struct dt_type *ret,
	struct dt_param *, bool varargs);
struct dt_type *dt_type_new(struct dt_types *, enum dt_tkind,
	const char *name); /* to be filled in by declarations */
int dt_types_define_typedef(struct dt_types *, const char *name, const struct dt_type *,
	bool header); /* -1 if the name is another type that stays */
/*
 * Returns the type that the tag has now: the given one or, if ours is the same, ours. NULL if it is
 * defined already.
 */
const struct dt_type *dt_types_define_tag(struct dt_types *, struct dt_type *);
/* Returns the type of the tag in the text that is parsed, or a new forward. */
const struct dt_type *dt_types_forward(struct dt_types *, enum dt_tkind, const char *tag);
/* Adds a member and lays it out by the platform's ABI; bits 0: not a bit-field. */
void dt_type_add_member(struct dt_types *, struct dt_type *sou, const char *name,
	const struct dt_type *, unsigned bits);
void dt_type_add_text(struct dt_types *, struct dt_type *sou, const char *name); /* mb_ref */
/* The next member begins at a multiple of this many bytes, and the structure too unless bits. */
void dt_type_align_next(struct dt_type *sou, uint64_t align, bool bits);
/* pack: members are aligned at most to this, 0: as they are; align: at least this, 0 the same */
void dt_type_finish_sou(struct dt_types *, struct dt_type *sou, uint32_t pack, uint32_t align);
void dt_types_walk(struct dt_types *, void (*fn)(const struct dt_type *, void *),
	void *); /* named ones, in order */
void dt_types_each_foreign(struct dt_types *, enum dt_tkind, void (*fn)(void *, const char *tag),
	void *);
int dt_types_write(struct dt_types *, const char *scope,
	const char *path); /* typedump.c; -1 with errno */
/* dt_types_rewind() removes the names that were defined after the mark. */
unsigned dt_types_mark(struct dt_types *);
void dt_types_rewind(struct dt_types *, unsigned mark);
void *dt_types_alloc(struct dt_types *, size_t); /* zeroed, as long as the store lives */
const char *dt_types_strdup(struct dt_types *, const char *);

/* Follows typedefs, qualifiers and completed forwards to the type itself. */
const struct dt_type *dt_type_resolve(const struct dt_type *);
uint64_t dt_type_size(struct dt_types *, const struct dt_type *);
uint32_t dt_type_align(const struct dt_type *);
bool dt_type_same(const struct dt_type *,
	const struct dt_type *); /* ignores typedefs and qualifiers */
/*
 * Whether they are structures of one tag and size: a header's and ours may have other names for the
 * members, and a pointer to one points to the other.
 */
bool dt_type_same_object(const struct dt_type *, const struct dt_type *);
/*
 * Whether the types are the same, two arithmetic types, two strings (one may be a char pointer), or
 * two pointers, one of them to void.
 */
bool dt_type_compatible(const struct dt_type *, const struct dt_type *);
/* Finds a member, also inside anonymous members. *bitoff counts from the start of sou. */
const struct dt_member *dt_type_member(const struct dt_type *sou, const char *name,
	uint64_t *bitoff);
char *dt_type_name(const struct dt_type *, char *buf,
	size_t size); /* D spelling: "struct proc *", "char [16]" */

/* classes; each resolves first */
bool dt_type_is_integer(const struct dt_type *); /* integers and enums */
bool dt_type_is_float(const struct dt_type *);
bool dt_type_is_pointer(const struct dt_type *); /* pointers and arrays */
bool dt_type_is_scalar(const struct dt_type *);	 /* integers, enums, pointers */
bool dt_type_is_arith(const struct dt_type *);
bool dt_type_is_sou(const struct dt_type *);
bool dt_type_is_string(const struct dt_type *);	   /* string */
bool dt_type_is_strcompat(const struct dt_type *); /* string, or pointer to / array of char */
bool dt_type_is_void(const struct dt_type *);
/* string, struct, union, array: the value is an address */
bool dt_type_is_byref(const struct dt_type *);

#endif
