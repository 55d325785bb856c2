/* The operations of symbols for the consumer. */
#ifndef DT_SYMOPS_H
#define DT_SYMOPS_H

#include <stddef.h>
#include <stdint.h>

/* Addresses to text. Each function writes at most size bytes, with the NUL. */
struct dt_symops {
	void *so_arg;
	/* mod`func+0xN; mod`0xADDR; 0xADDR */
	void (*so_kaddr)(void *, uint64_t pc, char *out, size_t size);
	void (*so_ksym)(void *, uint64_t pc, char *out, size_t size); /* mod`func; 0xADDR */
	void (*so_kmod)(void *, uint64_t pc, char *out, size_t size);
	void (*so_uaddr)(void *, uint32_t pid, uint64_t pc, char *out, size_t size);
	void (*so_usym)(void *, uint32_t pid, uint64_t pc, char *out, size_t size);
	void (*so_umod)(void *, uint32_t pid, uint64_t pc, char *out, size_t size);
};

#endif
