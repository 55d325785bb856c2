/* What capture.c, caplost.c and touch.c share: the program that is being assembled. */
#ifndef DT_LINUX_CAPTURE_H
#define DT_LINUX_CAPTURE_H

#include "lx.h"

struct capture {
	struct dt_asm ca_asm;
	struct dt_lx_source *ca_source;
	const struct dt_variant *ca_variant;
	uint32_t ca_exit, ca_lost; /* labels; the latter of the variant */
	bool ca_preds;		   /* translate predicates */
	bool ca_touches;	   /* the program of touch.c */
	unsigned ca_view;	   /* of the predicate being translated */
	bool ca_notown;		   /* no view's thread is dtrace's own */
};

void dt_capture_assemble(struct capture *);
/* The number of this CPU to the frame; r0 = its element of the map, or goes to `none`. */
void dt_capture_cpu(struct dt_asm *);
void dt_capture_lookup(struct capture *, int fd, uint32_t none);
/*
 * Goes to `to` if the view's thread is dtrace's own, or if it isn't. Returns false, and emits
 * nothing, if the handler finds the thread.
 */
bool dt_capture_is_own(struct capture *, unsigned view, bool own, uint32_t to);
/* The views in use, as bits; of those with the same thread the first alone. */
uint32_t dt_capture_views(const struct capture *, bool threads);
/* Goes to `pass` if one of the predicates may be true. */
void dt_capture_predset(struct capture *, const struct dt_predset *, uint32_t pass);
/* Fills the slots of the record at r8; changes r0 to r5. */
void dt_capture_slots(struct dt_asm *, const struct dt_variant *);
/* caplost.c: where the variant goes that has no room */
void dt_capture_lost(struct capture *);
/* touch.c: what the variant does in that program */
void dt_touch_variant(struct capture *, const struct dt_variant *);

#endif
