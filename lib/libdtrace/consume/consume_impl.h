/*
 * Inside the consumer.
 *
 *   consume.c   walks a record: one action after the other, each with the operands it recorded
 *   flow.c      the columns before a record's data: CPU and probe, or flowindent's picture of calls
 *   value.c     an operand as a value: bytes, and what its type says about them
 *   print.c     default columns: trace(), hex dumps, keys of aggregations
 *   typed.c     print(): a value by its D type
 *   symbol.c    addresses as text
 *   stack.c     stacks: a line for each frame, or folded
 *   printf.c    a whole format (format.h of the language); convert.c is one conversion
 *   aggset.c    aggregations (aggs.h): the rows, one for each key
 *   aggsort.c   their order
 *   aggvalue.c  from an entry's data to the number that is printed or compared
 *   aggprint.c  the default layout, printa(), what is left at the end
 *   aggdist.c   distributions
 *   aggpack.c   options agghist and aggpack
 *   aggtrunc.c  trunc(): which entries stay
 *   sink.c      gathers text and hands it to the sink
 *
 * All text of a record or of an aggregation entry gathers in a struct dt_out. It goes to the sink
 * in one piece at the end of the record, or earlier when something else is about to write: the
 * command of a system() action writes to the same terminal.
 */
#ifndef DT_CONSUME_ROOM_H
#define DT_CONSUME_ROOM_H

#include "consume.h"
#include "format.h"

/* sink.c: text that grows. If there is no memory, text is dropped and ou_failed is set. */
struct dt_out {
	char *ou_text;
	size_t ou_len, ou_cap;
	bool ou_failed;
	const struct dt_sink *ou_sink; /* its destination; NULL: not a terminal */
};
void dt_out_write(struct dt_out *, const char *, size_t);
void dt_out_puts(struct dt_out *, const char *);
void dt_out_fill(struct dt_out *, char c, size_t n);
void dt_out_printf(struct dt_out *, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/*
 * Appends text that comes from the traced system, not from the program or dtrace: names, strings,
 * paths.
 */
void dt_out_value(struct dt_out *, const char *, size_t);
void dt_out_name(struct dt_out *, const char *);
/* The same, in a column of that width: right-aligned, or left-aligned if width is negative. */
void dt_out_column(struct dt_out *, const char *, size_t, int width);
void dt_out_utf8(struct dt_out *, uint32_t codepoint);
void dt_out_free(struct dt_out *);

struct dt_value {
	const uint8_t *va_data;
	uint32_t va_size;
	uint16_t va_kind; /* DT_ACT_EXPR, stacks, symbols */
	uint64_t va_arg;  /* op_arg */
	bool va_signed;	  /* integers */
	bool va_string;	  /* a D string */
	bool va_typed;	  /* va_signed and va_string are known, not guessed from the size */
	bool va_key;	  /* of an aggregation: addresses of one symbol are the same */
	const struct dt_type *va_type; /* may be NULL */
};

/* flow.c */
struct dt_flow {
	bool fl_heading; /* has been written */
	unsigned fl_indent;
	/* the previous record: tells whether the next is of the same firing */
	const struct dt_epdesc *fl_last;
	struct dt_record fl_lastrec;
};

struct dt_consumer {
	struct dt_consumer_args co_args;
	bool co_columns;
	struct dt_out co_out;
	struct dt_flow co_flow;
	/*
	 * With flowindent, the record of a return probe waits here: only the line of the last
	 * clause gets the arrow.
	 */
	const struct dt_epdesc *co_held;
	struct dt_record *co_heldrec;
	size_t co_heldcap;
};

static inline int64_t dt_co_opt(const struct dt_consumer *co, enum dt_option id)
{
	return dt_opt(co->co_args.ca_opts, id);
}

/* value.c */
void dt_value_init(struct dt_value *, const struct dt_operand *, const void *data);
bool dt_value_isint(const struct dt_value *);	     /* 1, 2, 4 or 8 bytes, not a string */
uint64_t dt_value_unsigned(const struct dt_value *); /* zero-extended */
int64_t dt_value_signed(const struct dt_value *);    /* sign-extended from its size */
int64_t dt_value_int(const struct dt_value *);	     /* by its type */
size_t dt_value_strlen(const struct dt_value *);     /* up to the NUL, at most va_size */

/* symbol.c: text of an address, 0xADDR if it has no symbol */
#define DT_SYM_MAX 512
void dt_symbol_text(const struct dt_consumer *, uint16_t kind, uint64_t pid, uint64_t pc, char *out,
	size_t size);
/* kind DT_ACT_EXPR: kernel address with offset; DT_ACT_STACK, DT_ACT_USTACK: frame */
void dt_symbol_value(const struct dt_consumer *, const struct dt_value *, char *out, size_t size);
bool dt_symbol_kind(uint16_t kind);
bool dt_stack_kind(uint16_t kind);

/* stack.c */
void dt_stack_print(struct dt_consumer *, const struct dt_value *, int indent);
void dt_stack_fold(struct dt_consumer *, const struct dt_value *);

/* print.c: default columns */
void dt_print_value(struct dt_consumer *, const struct dt_value *);
void dt_print_text(struct dt_consumer *, const char *, size_t, int width); /* width 0: no column */
void dt_print_bytes(struct dt_consumer *, const void *, size_t, int width, bool quiet);
void dt_print_hexdump(struct dt_consumer *, const void *, size_t);

/* typed.c: print() */
void dt_print_typed(struct dt_consumer *, const struct dt_value *);

/* convert.c */
void dt_convert(struct dt_consumer *, const struct dt_convspec *, int width, int prec,
	const struct dt_value *);
/* width, prec: -1 none */

/* printf.c */
struct dt_format_source {
	bool (*fs_next)(void *, struct dt_value *); /* the next argument */
	/* prints a %@; may be NULL */
	void (*fs_agg)(void *, const struct dt_convspec *, int width, int prec);
	void *fs_arg;
};
void dt_format_print(struct dt_consumer *, const struct dt_format *,
	const struct dt_format_source *);

/* flow.c */
void dt_flow_heading(struct dt_consumer *);
void dt_flow_next(struct dt_consumer *, const struct dt_epdesc *, const struct dt_record *,
	bool last, struct dt_flowpoint *);
void dt_flow_columns(struct dt_consumer *, const struct dt_epdesc *, const struct dt_record *,
	const struct dt_flowpoint *);
void dt_flow_newline(struct dt_consumer *);
bool dt_flow_isreturn(const struct dt_epdesc *);
bool dt_flow_samefiring(const struct dt_epdesc *, const struct dt_record *,
	const struct dt_epdesc *, const struct dt_record *);

/* consume.c */
void dt_consumer_flush(struct dt_consumer *); /* co_out to the sink */

/* aggprint.c: printa(), and what no printa() printed */
void dt_aggs_printa(struct dt_consumer *, const struct dt_action *);
int dt_aggs_leftover(struct dt_consumer *);

#endif
