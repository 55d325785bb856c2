/*
 * The frame of a capture program, below r10. What a clause or a predicate needs is dead when the
 * record is written, whose writers use the part above DT_FRAME_TIME.
 */
#ifndef DT_LINUX_FRAME_H
#define DT_LINUX_FRAME_H

#define DT_FRAME_CPU (-4)
#define DT_FRAME_SELECT (-8) /* or, of a source of the system table, DT_SWITCH_EARLY or 0 */
#define DT_FRAME_TEMP (-16)  /* the argument of a call; the ring of a record */
/* difbpf.c */
#define DT_FRAME_REG(n) ((int16_t)(-96 + 8 * (int)(n)))
#define DT_FRAME_CMPA (-104)
#define DT_FRAME_CMPB (-112)
#define DT_FRAME_NAME (-128) /* 16 bytes */
#define DT_NAMELEN 16
/* clauses */
#define DT_FRAME_STORAGE (-136) /* the address of the thread's variables, or 0 */
#define DT_FRAME_VALUE (-144)	/* to be stored, or aggregated */
#define DT_FRAME_INCR (-152)
#define DT_FRAME_SCRATCH (-160) /* the address of the source's scratch memory */
#define DT_FRAME_LOCAL(n) ((int16_t)(-224 + 8 * (int)(n))) /* DT_PLACE_MAXLOCALS */
/* from the clauses to the record */
#define DT_FRAME_TIME (-232)
#define DT_FRAME_WANT (-240) /* not 0: the event leaves a record; by view, 1 << view */
#define DT_WANT_ANYWAY (1 << 30)
#define DT_FRAME_SEEN(n) ((int16_t)(-312 + 8 * (int)(n))) /* DT_PLACE_MAXSEEN */
/* by view: clauses left to the DIF machine */
#define DT_FRAME_LEFT(view) ((int16_t)(-376 + 8 * (int)(view)))
#define DT_FRAME_KEY (-504)
#define DT_FRAME_KEYMAX 128
#define DT_FRAME_USER (-512) /* a value in user memory: path.c */

#endif
