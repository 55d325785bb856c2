/*
 * The task context of an event: user registers, directories, files, control group and the pid in
 * its namespace. The capture program walks the kernel's structures; the names are joined again
 * here.
 *
 * A path is recorded as its names, leaf first, each with its NUL.  Crossing a mount records "/", so
 * that what follows the first "/" is where the file's own file system is mounted.
 *
 * The walk keeps its position in the field's length slot: values from a map are unknown to the
 * verifier, so all iterations of the loop look equal to it. [r10 + W_*] is the part of the frame
 * that the walk uses; predicates have been evaluated before.
 */
#include "lx.h"
#include <stdio.h>
#include <string.h>

#define W_DENTRY (-24)
#define W_MOUNT (-32)
#define W_COUNT (-40)
#define W_TMP (-48)
#define W_FILE (-56)

#define NAMES_MAX 2048 /* bytes of a path's names */
#define NAME_MAX1 256  /* of one name with its NUL */
#define DEPTH_MAX 48   /* names and mounts */
#define FSNAME 16

enum { F_STATE = 0, F_POS = 8, F_FLAGS = 16, F_INO = 24, F_FS = 32, F_NAMES = F_FS + FSNAME };

/* A kind of field of the task context. */
struct ctx_kind {
	struct dt_varlen_kind ck_kind;
	/* Emits the field's bytes and their number; [W_FILE] is what the slot vl_addr has. */
	void (*ck_body)(struct dt_asm *, struct dt_btf *, const struct dt_varlen *);
	uint32_t ck_plan;      /* DT_PLAN_* that asks for it */
	uint32_t ck_max;       /* bytes */
	const char *ck_member; /* of the task: the slot vl_addr; NULL: layout has its own way */
};

/*
 * The program.
 */
struct ctx_btf {
	int wb_dentry, wb_mnt;			 /* struct path */
	int wb_parent, wb_name;			 /* struct dentry */
	int wb_root;				 /* struct vfsmount */
	int wb_vfs, wb_mountpoint, wb_mntparent; /* struct mount */
};

static bool ctx_offsets(struct dt_btf *b, struct ctx_btf *o)
{
	*o = (struct ctx_btf){ dt_btf_offset(b, "path", "dentry"), dt_btf_offset(b, "path", "mnt"),
		dt_btf_offset(b, "dentry", "d_parent"), dt_btf_offset(b, "dentry", "d_name.name"),
		dt_btf_offset(b, "vfsmount", "mnt_root"), dt_btf_offset(b, "mount", "mnt"),
		dt_btf_offset(b, "mount", "mnt_mountpoint"),
		dt_btf_offset(b, "mount", "mnt_parent") };
	return o->wb_dentry >= 0 && o->wb_mnt >= 0 && o->wb_parent >= 0 && o->wb_name >= 0 &&
		o->wb_root >= 0 && o->wb_vfs >= 0 && o->wb_mountpoint >= 0 && o->wb_mntparent >= 0;
}

/* [r10 + to] = size bytes at [r10 + base] + off of the kernel; 0 if they can't be read. */
static void ctx_read(struct dt_asm *a, int16_t to, uint32_t size, int16_t base, int off)
{
	dt_asm_mov(a, BPF_REG_1, BPF_REG_10);
	dt_asm_alui(a, BPF_ADD, BPF_REG_1, to);
	dt_asm_movi(a, BPF_REG_2, (int32_t)size);
	dt_asm_ldx(a, BPF_DW, BPF_REG_3, BPF_REG_10, base);
	dt_asm_alui(a, BPF_ADD, BPF_REG_3, off);
	dt_asm_call(a, BPF_FUNC_probe_read_kernel);
}

/* The same to the record, at r8 + r9 + at. */
static void ctx_take(struct dt_asm *a, int at, uint32_t size, int16_t base, int off, int32_t helper)
{
	dt_asm_mov(a, BPF_REG_1, BPF_REG_8);
	dt_asm_alu(a, BPF_ADD, BPF_REG_1, BPF_REG_9);
	dt_asm_alui(a, BPF_ADD, BPF_REG_1, at);
	dt_asm_movi(a, BPF_REG_2, (int32_t)size);
	dt_asm_ldx(a, BPF_DW, BPF_REG_3, BPF_REG_10, base);
	dt_asm_alui(a, BPF_ADD, BPF_REG_3, off);
	dt_asm_call(a, helper);
}

/* r1 = the address of the next byte, if a name still fits; otherwise goes to full. */
static void ctx_room(struct dt_asm *a, const struct dt_varlen *t, uint32_t full)
{
	dt_asm_ldx(a, BPF_DW, BPF_REG_2, BPF_REG_8, (int16_t)t->vl_lenoff);
	dt_asm_jmpi(a, BPF_JGT, BPF_REG_2, (int32_t)t->vl_max - NAME_MAX1, full);
	dt_asm_mov(a, BPF_REG_1, BPF_REG_8);
	dt_asm_alu(a, BPF_ADD, BPF_REG_1, BPF_REG_9);
	dt_asm_alu(a, BPF_ADD, BPF_REG_1, BPF_REG_2);
}

static void ctx_grow(struct dt_asm *a, const struct dt_varlen *t, uint8_t by)
{
	dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_8, (int16_t)t->vl_lenoff);
	dt_asm_alu(a, BPF_ADD, BPF_REG_1, by);
	dt_asm_stx(a, BPF_DW, BPF_REG_8, (int16_t)t->vl_lenoff, BPF_REG_1);
}

/* Records the name at *([r10 + base] + nameoff). */
static void ctx_name(struct dt_asm *a, const struct dt_varlen *t, int16_t base, int nameoff,
	uint32_t done)
{
	ctx_read(a, W_TMP, 8, base, nameoff);
	ctx_room(a, t, done);
	dt_asm_movi(a, BPF_REG_2, NAME_MAX1);
	dt_asm_ldx(a, BPF_DW, BPF_REG_3, BPF_REG_10, W_TMP);
	dt_asm_call(a, BPF_FUNC_probe_read_kernel_str);
	dt_asm_jmpi(a, BPF_JSLE, BPF_REG_0, 0, done);
	ctx_grow(a, t, BPF_REG_0);
}

static void ctx_turn(struct dt_asm *a, uint32_t loop)
{
	dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_10, W_COUNT);
	dt_asm_alui(a, BPF_ADD, BPF_REG_1, 1);
	dt_asm_stx(a, BPF_DW, BPF_REG_10, W_COUNT, BPF_REG_1);
	dt_asm_jmpi(a, BPF_JLT, BPF_REG_1, DEPTH_MAX, loop);
}

/* Goes to `same` if [W_TMP] is equal to [r10 + than]; otherwise stores it there. */
static void ctx_next(struct dt_asm *a, int16_t than, uint32_t same)
{
	dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_10, W_TMP);
	dt_asm_ldx(a, BPF_DW, BPF_REG_2, BPF_REG_10, than);
	dt_asm_jmp(a, BPF_JEQ, BPF_REG_1, BPF_REG_2, same);
	dt_asm_jmpi(a, BPF_JEQ, BPF_REG_1, 0, same);
	dt_asm_stx(a, BPF_DW, BPF_REG_10, than, BPF_REG_1);
}

/* At the root of a mount: goes on to where it is mounted. */
static void ctx_cross(struct dt_asm *a, const struct dt_varlen *t, const struct ctx_btf *o,
	uint32_t done)
{
	ctx_room(a, t, done);
	dt_asm_sti(a, BPF_H, BPF_REG_1, 0, '/');
	dt_asm_movi(a, BPF_REG_0, 2);
	ctx_grow(a, t, BPF_REG_0);
	ctx_read(a, W_DENTRY, 8, W_MOUNT, o->wb_mountpoint);
	ctx_read(a, W_TMP, 8, W_MOUNT, o->wb_mntparent);
	ctx_next(a, W_MOUNT, done);
}

/* Records the names from struct path at [r10 + base] + off up to the global root. */
static void ctx_walk(struct dt_asm *a, const struct dt_varlen *t, const struct ctx_btf *o,
	int16_t base, int off)
{
	uint32_t loop = dt_asm_label(a), plain = dt_asm_label(a), turn = dt_asm_label(a),
		 done = dt_asm_label(a);

	ctx_read(a, W_DENTRY, 8, base, off + o->wb_dentry);
	ctx_read(a, W_MOUNT, 8, base, off + o->wb_mnt);
	dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_10, W_MOUNT);
	dt_asm_jmpi(a, BPF_JEQ, BPF_REG_1, 0, done);
	dt_asm_alui(a, BPF_SUB, BPF_REG_1, o->wb_vfs);
	dt_asm_stx(a, BPF_DW, BPF_REG_10, W_MOUNT, BPF_REG_1);
	dt_asm_sti(a, BPF_DW, BPF_REG_10, W_COUNT, 0);
	dt_asm_bind(a, loop);
	ctx_read(a, W_TMP, 8, W_MOUNT, o->wb_vfs + o->wb_root);
	dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_10, W_TMP);
	dt_asm_ldx(a, BPF_DW, BPF_REG_2, BPF_REG_10, W_DENTRY);
	dt_asm_jmp(a, BPF_JNE, BPF_REG_1, BPF_REG_2, plain);
	ctx_cross(a, t, o, done);
	dt_asm_ja(a, turn);
	dt_asm_bind(a, plain);
	ctx_name(a, t, W_DENTRY, o->wb_name, done);
	ctx_read(a, W_TMP, 8, W_DENTRY, o->wb_parent);
	ctx_next(a, W_DENTRY, done);
	dt_asm_bind(a, turn);
	ctx_turn(a, loop);
	dt_asm_bind(a, done);
}

static void ctx_dir(struct dt_asm *a, struct dt_btf *b, const struct dt_varlen *t,
	const char *member)
{
	int off = dt_btf_offset(b, "fs_struct", member);
	struct ctx_btf o;

	if (off >= 0 && ctx_offsets(b, &o))
		ctx_walk(a, t, &o, W_FILE, off);
}

static void ctx_cwd(struct dt_asm *a, struct dt_btf *b, const struct dt_varlen *t)
{
	ctx_dir(a, b, t, "pwd");
}

static void ctx_root(struct dt_asm *a, struct dt_btf *b, const struct dt_varlen *t)
{
	ctx_dir(a, b, t, "root");
}

static void ctx_cgroup(struct dt_asm *a, struct dt_btf *b, const struct dt_varlen *t)
{
	int name = dt_btf_offset(b, "kernfs_node", "name"),
	    parent = dt_btf_offset(b, "kernfs_node", "parent");
	uint32_t loop = dt_asm_label(a), done = dt_asm_label(a);

	if (parent < 0)
		parent = dt_btf_offset(b, "kernfs_node", "__parent");
	if (name >= 0 && parent >= 0) {
		dt_asm_sti(a, BPF_DW, BPF_REG_10, W_COUNT, 0);
		dt_asm_bind(a, loop);
		ctx_name(a, t, W_FILE, name, done);
		ctx_read(a, W_TMP, 8, W_FILE, parent);
		ctx_next(a, W_FILE, done);
		ctx_turn(a, loop);
	} else {
		dt_asm_bind(a, loop);
	}
	dt_asm_bind(a, done);
}

/* numbers[level].nr of struct pid: the pid in the innermost namespace. */
static void ctx_nspid(struct dt_asm *a, struct dt_btf *b, const struct dt_varlen *t)
{
	int level = dt_btf_offset(b, "pid", "level"), numbers = dt_btf_offset(b, "pid", "numbers");
	int size = dt_btf_size(b, "upid"), nr = dt_btf_offset(b, "upid", "nr");

	if (level < 0 || numbers < 0 || size <= 0 || nr < 0)
		return;
	dt_asm_sti(a, BPF_DW, BPF_REG_10, W_TMP, 0);
	ctx_read(a, W_TMP, 4, W_FILE, level);
	dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_10, W_TMP);
	dt_asm_alui(a, BPF_MUL, BPF_REG_1, size);
	dt_asm_ldx(a, BPF_DW, BPF_REG_2, BPF_REG_10, W_FILE);
	dt_asm_alu(a, BPF_ADD, BPF_REG_2, BPF_REG_1);
	dt_asm_stx(a, BPF_DW, BPF_REG_10, W_FILE, BPF_REG_2);
	ctx_take(a, 0, 4, W_FILE, numbers + nr, BPF_FUNC_probe_read_kernel);
	dt_asm_sti(a, BPF_DW, BPF_REG_8, (int16_t)t->vl_lenoff, 4);
}

/* r2 = r8 + r9, for the field's fixed part. */
static void ctx_head(struct dt_asm *a)
{
	dt_asm_mov(a, BPF_REG_2, BPF_REG_8);
	dt_asm_alu(a, BPF_ADD, BPF_REG_2, BPF_REG_9);
}

/* What uregs[] has after the frame; a kernel that doesn't have one reads 0. */
static const char *const more_uregs[] = {
#if !defined(__aarch64__)
	"current->thread.ds", "current->thread.es", "current->thread.fsindex",
	"current->thread.gsindex", "current->thread.trap_nr",
#endif
	NULL
};

static void ctx_uregs_more(struct dt_asm *a, struct dt_btf *b)
{
	for (unsigned i = 0; more_uregs[i]; i++) {
		struct dt_path p;

		if (dt_btf_path(b, 0, NULL, more_uregs[i], &p) == 0)
			dt_path_load(a, &p, BPF_REG_1);
		else
			dt_asm_movi(a, BPF_REG_1, 0);
		ctx_head(a);
		dt_asm_stx(a, BPF_DW, BPF_REG_2, (int16_t)(8 * (DT_UREGS + i)), BPF_REG_1);
	}
}

static void ctx_uregs(struct dt_asm *a, struct dt_btf *b, const struct dt_varlen *t)
{
	dt_asm_mov(a, BPF_REG_1, BPF_REG_7);
	dt_asm_call(a, BPF_FUNC_task_pt_regs);
	dt_asm_mov(a, BPF_REG_3, BPF_REG_0);
	dt_asm_mov(a, BPF_REG_1, BPF_REG_8);
	dt_asm_alu(a, BPF_ADD, BPF_REG_1, BPF_REG_9);
	dt_asm_movi(a, BPF_REG_2, 8 * DT_UREGS);
	dt_asm_call(a, BPF_FUNC_probe_read_kernel);
	ctx_uregs_more(a, b);
	dt_asm_sti(a, BPF_DW, BPF_REG_8, (int16_t)t->vl_lenoff, (int32_t)t->vl_max);
}

/* [W_FILE] = the descriptor's struct file; goes to closed if there is none. */
static void ctx_descriptor(struct dt_asm *a, const struct dt_varlen *t, uint32_t closed)
{
	if (t->vl_size != 0) {
		dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_8, (int16_t)t->vl_size);
		dt_asm_alui(a, BPF_LSH, BPF_REG_1, 32);
		dt_asm_alui(a, BPF_RSH, BPF_REG_1, 32);
	} else {
		dt_asm_imm64(a, BPF_REG_1, (uint32_t)t->vl_fd);
	}
	dt_asm_ldx(a, BPF_DW, BPF_REG_2, BPF_REG_8, (int16_t)t->vl_limit);
	dt_asm_jmp(a, BPF_JGE, BPF_REG_1, BPF_REG_2, closed);
	dt_asm_alui(a, BPF_LSH, BPF_REG_1, 3);
	dt_asm_ldx(a, BPF_DW, BPF_REG_2, BPF_REG_8, (int16_t)t->vl_addr);
	dt_asm_alu(a, BPF_ADD, BPF_REG_2, BPF_REG_1);
	dt_asm_stx(a, BPF_DW, BPF_REG_10, W_FILE, BPF_REG_2);
	ctx_read(a, W_FILE, 8, W_FILE, 0);
	dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_10, W_FILE);
	dt_asm_jmpi(a, BPF_JEQ, BPF_REG_1, 0, closed);
}

static bool ctx_inode(struct dt_asm *a, struct dt_btf *b)
{
	int inode = dt_btf_offset(b, "file", "f_inode"), ino = dt_btf_offset(b, "inode", "i_ino");
	int sb = dt_btf_offset(b, "inode", "i_sb"),
	    type = dt_btf_offset(b, "super_block", "s_type");
	int name = dt_btf_offset(b, "file_system_type", "name");

	if (inode < 0 || ino < 0 || sb < 0 || type < 0 || name < 0)
		return false;
	ctx_read(a, W_TMP, 8, W_FILE, inode);
	ctx_take(a, F_INO, 8, W_TMP, ino, BPF_FUNC_probe_read_kernel);
	ctx_read(a, W_TMP, 8, W_TMP, sb);
	ctx_read(a, W_TMP, 8, W_TMP, type);
	ctx_read(a, W_TMP, 8, W_TMP, name);
	ctx_take(a, F_FS, FSNAME, W_TMP, 0, BPF_FUNC_probe_read_kernel_str);
	return true;
}

static void ctx_open(struct dt_asm *a, struct dt_btf *b, const struct dt_varlen *t)
{
	int path = dt_btf_offset(b, "file", "f_path"), pos = dt_btf_offset(b, "file", "f_pos");
	int flags = dt_btf_offset(b, "file", "f_flags");
	uint32_t closed = dt_asm_label(a);
	struct ctx_btf o;

	ctx_head(a);
	for (int i = 0; i < F_NAMES; i += 8)
		dt_asm_sti(a, BPF_DW, BPF_REG_2, (int16_t)i, 0);
	dt_asm_sti(a, BPF_DW, BPF_REG_8, (int16_t)t->vl_lenoff, F_NAMES);
	ctx_descriptor(a, t, closed);
	ctx_head(a);
	dt_asm_sti(a, BPF_DW, BPF_REG_2, F_STATE, 1);
	ctx_take(a, F_POS, 8, W_FILE, pos, BPF_FUNC_probe_read_kernel);
	ctx_take(a, F_FLAGS, 4, W_FILE, flags, BPF_FUNC_probe_read_kernel);
	if (ctx_inode(a, b) && ctx_offsets(b, &o))
		ctx_walk(a, t, &o, W_FILE, path);
	dt_asm_bind(a, closed);
}

static void ctx_openfile(struct dt_asm *a, struct dt_btf *b, const struct dt_varlen *t)
{
	if (dt_btf_offset(b, "file", "f_path") >= 0 && dt_btf_offset(b, "file", "f_pos") >= 0 &&
		dt_btf_offset(b, "file", "f_flags") >= 0)
		ctx_open(a, b, t);
}

static void ctx_emit(struct dt_asm *a, struct dt_lx_source *so, const struct dt_varlen *t)
{
	const struct ctx_kind *ck = BASE_ENTRY(t->vl_kind, const struct ctx_kind, ck_kind);
	uint32_t none = dt_asm_label(a), fits = dt_asm_label(a);

	dt_asm_sti(a, BPF_DW, BPF_REG_8, (int16_t)t->vl_lenoff, 0);
	dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_8, (int16_t)t->vl_addr);
	if (ck->ck_member) /* kernel threads don't have it */
		dt_asm_jmpi(a, BPF_JEQ, BPF_REG_1, 0, none);
	dt_asm_stx(a, BPF_DW, BPF_REG_10, W_FILE, BPF_REG_1);
	ck->ck_body(a, &so->so_feed->lf_btf, t);
	dt_asm_bind(a, none);
	dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_8, (int16_t)t->vl_lenoff);
	dt_asm_jmpi(a, BPF_JLE, BPF_REG_1, (int32_t)t->vl_max, fits);
	dt_asm_movi(a, BPF_REG_1, 0);
	dt_asm_bind(a, fits);
	dt_varlen_skip(a, BPF_REG_1, DT_LX_VARLENMASK);
}

/*
 * Back to text.
 */
static char *ctx_text(struct dt_taskbuf *w, const char *s, size_t n)
{
	static char none[1];
	char *p = w->tb_text + w->tb_used;

	if (n >= sizeof(w->tb_text) - w->tb_used)
		return none;
	memcpy(p, s, n);
	p[n] = '\0';
	w->tb_used += n + 1;
	return p;
}

struct names {
	const char *nm_at[DEPTH_MAX + 1];
	unsigned nm_n;
};

static void names_split(struct names *nm, const uint8_t *data, uint32_t len)
{
	const char *s = (const char *)data, *end = s + len;

	nm->nm_n = 0;
	while (s < end && nm->nm_n < DEPTH_MAX) {
		const char *nul = memchr(s, '\0', (size_t)(end - s));

		if (!nul)
			return;
		nm->nm_at[nm->nm_n++] = s;
		s = nul + 1;
	}
}

/* Joins the names from `from` on, root first. */
static char *names_join(struct dt_taskbuf *w, const struct names *nm, unsigned from)
{
	char buf[2 * NAMES_MAX];
	size_t n = 0;

	for (unsigned i = nm->nm_n; i > from; i--) {
		const char *s = nm->nm_at[i - 1];
		size_t len = strlen(s);

		if (len == 0 || strcmp(s, "/") == 0 || n + len + 1 > sizeof(buf))
			continue;
		buf[n++] = '/';
		memcpy(buf + n, s, len);
		n += len;
	}
	return n != 0 ? ctx_text(w, buf, n) : ctx_text(w, "/", 1);
}

/* Files without a path get the name that /proc uses. */
static char *file_pseudo(struct dt_taskbuf *w, const struct names *nm, const char *fs, uint64_t ino)
{
	char buf[NAME_MAX1 + 32];

	if (strcmp(fs, "pipefs") == 0)
		snprintf(buf, sizeof(buf), "pipe:[%llu]", (unsigned long long)ino);
	else if (strcmp(fs, "sockfs") == 0)
		snprintf(buf, sizeof(buf), "socket:[%llu]", (unsigned long long)ino);
	else if (strcmp(fs, "anon_inodefs") == 0)
		snprintf(buf, sizeof(buf), "anon_inode:%s", nm->nm_n != 0 ? nm->nm_at[0] : "");
	else
		return NULL;
	return ctx_text(w, buf, strlen(buf));
}

static unsigned names_mount(const struct names *nm)
{
	unsigned i = 0;

	while (i < nm->nm_n && strcmp(nm->nm_at[i], "/") != 0)
		i++;
	return i;
}

static void file_decode(struct dt_taskbuf *w, const uint8_t *data, uint32_t len, int32_t fd)
{
	struct dt_taskctx *wh = &w->tb_ctx;
	struct dt_taskfile *wf = &wh->tc_files[wh->tc_nfiles];
	ofile_t *of = &wf->tcf_file;
	const char *fs = (const char *)data + F_FS;
	struct names nm;
	uint64_t ino;
	char *pseudo;

	if (wh->tc_nfiles == DT_MAXFILES || len < F_NAMES)
		return;
	wh->tc_nfiles++;
	wf->tcf_asked = fd;
	*of = (ofile_t){ .of_fd = -1, .of_path = ctx_text(w, "", 0) };
	of->of_fs = of->of_mount = of->of_path;
	if (data[F_STATE] == 0)
		return;
	of->of_fd = fd;
	memcpy(&of->of_offset, data + F_POS, 8);
	memcpy(&of->of_flags, data + F_FLAGS, 4);
	memcpy(&ino, data + F_INO, 8);
	of->of_fs = ctx_text(w, fs, strnlen(fs, FSNAME));
	names_split(&nm, data + F_NAMES, len - F_NAMES);
	pseudo = file_pseudo(w, &nm, of->of_fs, ino);
	of->of_path = pseudo ? pseudo : names_join(w, &nm, 0);
	if (!pseudo)
		of->of_mount = names_join(w, &nm, names_mount(&nm));
}

/* The firing's task context, which the field is a part of. */
static struct dt_taskctx *ctx_of(const struct dt_lx_event *e, struct dt_firing *fi)
{
	fi->fi_taskctx = &e->ev_taskbuf->tb_ctx;
	return &e->ev_taskbuf->tb_ctx;
}

static const char *ctx_path(const struct dt_lx_event *e, const uint8_t *data, uint32_t len)
{
	struct names nm;

	names_split(&nm, data, len);
	return names_join(e->ev_taskbuf, &nm, 0);
}

static void decode_file(const struct dt_lx_event *e, const struct dt_varlen *t, const uint8_t *data,
	uint32_t len, struct dt_firing *fi)
{
	ctx_of(e, fi);
	file_decode(e->ev_taskbuf, data, len,
		t->vl_size != 0 ? (int32_t)dt_event_slot(e, t->vl_size) : t->vl_fd);
}

static void decode_uregs(const struct dt_lx_event *e, const struct dt_varlen *t,
	const uint8_t *data, uint32_t len, struct dt_firing *fi)
{
	struct dt_taskctx *tc = ctx_of(e, fi);

	(void)t;
	tc->tc_nuregs = len / 8 < DT_UREGNAMES ? len / 8 : DT_UREGNAMES;
	memcpy(e->ev_taskbuf->tb_uregs, data, tc->tc_nuregs * 8);
	tc->tc_uregs = e->ev_taskbuf->tb_uregs;
}

static void decode_nspid(const struct dt_lx_event *e, const struct dt_varlen *t,
	const uint8_t *data, uint32_t len, struct dt_firing *fi)
{
	struct dt_taskctx *tc = ctx_of(e, fi);

	(void)t;
	if (len >= 4)
		memcpy(&tc->tc_nspid, data, 4);
}

static void decode_cwd(const struct dt_lx_event *e, const struct dt_varlen *t, const uint8_t *data,
	uint32_t len, struct dt_firing *fi)
{
	(void)t;
	ctx_of(e, fi)->tc_cwd = ctx_path(e, data, len);
}

static void decode_root(const struct dt_lx_event *e, const struct dt_varlen *t, const uint8_t *data,
	uint32_t len, struct dt_firing *fi)
{
	(void)t;
	ctx_of(e, fi)->tc_root = ctx_path(e, data, len);
}

static void decode_cgroup(const struct dt_lx_event *e, const struct dt_varlen *t,
	const uint8_t *data, uint32_t len, struct dt_firing *fi)
{
	(void)t;
	ctx_of(e, fi)->tc_cgroup = ctx_path(e, data, len);
}

/* clang-format off */
static const struct ctx_kind file_kind = {
	{ ctx_emit, decode_file, NULL }, ctx_openfile, 0, F_NAMES + NAMES_MAX, NULL
};
static const struct ctx_kind kinds[] = {
	{ { ctx_emit, decode_uregs, NULL }, ctx_uregs, DT_PLAN_UREGS, DT_UREGNAMES * 8, "mm" },
	{ { ctx_emit, decode_cwd, NULL }, ctx_cwd, DT_PLAN_CWD, NAMES_MAX, "fs" },
	{ { ctx_emit, decode_root, NULL }, ctx_root, DT_PLAN_ROOT, NAMES_MAX, "fs" },
	{ { ctx_emit, decode_cgroup, NULL }, ctx_cgroup, DT_PLAN_CGROUP, NAMES_MAX,
		"cgroups->dfl_cgrp->kn" },
	{ { ctx_emit, decode_nspid, NULL }, ctx_nspid, DT_PLAN_NSPID, 8, "signal->pids[1]" },
	{ .ck_plan = 0 },
};
/* clang-format on */

/* Layout. */
static void ctx_field(struct dt_layout *l, const struct ctx_kind *ck, unsigned view)
{
	char path[96];
	struct dt_varlen t = { .vl_kind = &ck->ck_kind,
		.vl_view = (uint8_t)view,
		.vl_max = ck->ck_max };

	snprintf(path, sizeof(path), "%s->%s", l->ly_source->so_def->ls_views[view].lv_task,
		ck->ck_member);
	t.vl_addr = dt_layout_slot(l, path, true);
	if (t.vl_addr != 0) /* otherwise not in this kernel: looked up later */
		dt_varlen_add(l, t);
}

static void ctx_file(struct dt_layout *l, struct dt_varlen t, unsigned view)
{
	const struct dt_linux_view *v = &l->ly_source->so_def->ls_views[view];
	char path[96];

	t.vl_kind = &file_kind.ck_kind;
	t.vl_view = (uint8_t)view;
	t.vl_max = file_kind.ck_max;
	snprintf(path, sizeof(path), "%s->files->fdt->fd", v->lv_task);
	t.vl_addr = dt_layout_slot(l, path, true);
	snprintf(path, sizeof(path), "%s->files->fdt->max_fds", v->lv_task);
	t.vl_limit = dt_layout_slot(l, path, true);
	if (t.vl_addr != 0 && t.vl_limit != 0)
		dt_varlen_add(l, t);
}

static void ctx_asked(struct dt_layout *l, const struct dt_plan_file *f, unsigned view)
{
	const struct dt_linux_view *v = &l->ly_source->so_def->ls_views[view];
	unsigned n = (unsigned)f->pf_fd;
	struct dt_varlen t = { .vl_fd = 0 };

	switch (f->pf_from) {
	case DT_FD_CONST: t.vl_fd = f->pf_fd; break;
	case DT_FD_ENTRYARG: t.vl_size = dt_layout_entryarg(l, v, n); break;
	case DT_FD_KVAR: t.vl_size = dt_layout_kvar(l, view, n); break;
	case DT_FD_ARG:
		t.vl_size = v->lv_retval && n < 2 ? dt_layout_slot(l, v->lv_retval, true) :
						    dt_layout_var(l, v, DIF_VAR_ARG0 + n);
		break;
	}
	if (f->pf_from == DT_FD_CONST || t.vl_size != 0)
		ctx_file(l, t, view);
}

void dt_taskctx_layout(struct dt_layout *l, const struct dt_plan *p, unsigned view)
{
	const struct dt_linux_view *v = &l->ly_source->so_def->ls_views[view];
	uint32_t vars = p->pl_vars | (v->lv_cwd ? DT_PLAN_CWD : 0);

	for (const struct ctx_kind *ck = kinds; ck->ck_plan; ck++)
		if ((vars & ck->ck_plan) &&
			(ck->ck_plan != DT_PLAN_UREGS || strcmp(v->lv_task, "current") == 0))
			ctx_field(l, ck, view);
	for (unsigned i = 0; i < p->pl_nfiles; i++)
		ctx_asked(l, &p->pl_files[i], view);
	if (v->lv_file)
		ctx_file(l, (struct dt_varlen){ .vl_size = dt_layout_slot(l, v->lv_file, false) },
			view);
}
