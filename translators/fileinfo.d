/*
 * Files as scripts see them: fileinfo_t, and fds[], the descriptors of the process that a probe fires in.
 *
 * The members behind fi_oflags are what Windows says of a file operation; elsewhere they are 0.
 */
#pragma D depends_on library types.d

typedef struct fileinfo {
	string fi_name;		/* last component of the path */
	string fi_dirname;	/* the others */
	string fi_pathname;	/* "<none>" if not known */
	int64_t fi_offset;	/* where in the file; -1 if not known */
	string fi_fs;		/* kind of file system */
	string fi_mount;	/* its root */
	int fi_oflags;		/* as open(2) takes them; Windows: IRP_* of a read or write */
	uint32_t fi_cflags;	/* create: how it is opened, FILE_* options */
	uint32_t fi_disposition; /* create: what becomes of a file that exists: FILE_OPEN, FILE_CREATE ... */
	uint32_t fi_aflags;	/* create: FILE_ATTRIBUTE_* */
	uint32_t fi_sflags;	/* create: FILE_SHARE_* */
	size_t fi_bcount;	/* read, write: bytes */
	uint64_t fi_extinfo;	/* setinfo and its like: the value; done: what came of it, as the bytes of a read */
	uint32_t fi_rstatus;	/* done: 0, or NTSTATUS; on Linux errno */
	uint32_t fi_dbuflen;	/* direnum, dirnotify: bytes of the caller's buffer */
	uintptr_t fi_irp;	/* joins done to the operation */
	string fi_dpattern;	/* direnum: the names that are looked for; done of a rename: the new path */
	uint32_t fi_class;	/* setinfo, queryinfo, fscontrol, direnum: which information */
	uint32_t fi_index;	/* direnum: where it goes on */
	uintptr_t fi_object;	/* the open file */
	uintptr_t fi_key;	/* the file */
	string fi_op;		/* done: the operation that is done, as its probe is called */
	uint64_t fi_elapsed;	/* done: ns since it began */
} fileinfo_t;

translator fileinfo_t < ofile_t *F > {
	fi_name = F->of_fd < 0 ? "<none>" : basename(F->of_path);
	fi_dirname = F->of_fd < 0 ? "<none>" : dirname(F->of_path);
	fi_pathname = F->of_fd < 0 ? "<none>" : stringof(F->of_path);
	fi_offset = F->of_offset;
	fi_fs = F->of_fd < 0 ? "<none>" : stringof(F->of_fs);
	fi_mount = F->of_fd < 0 ? "<none>" : stringof(F->of_mount);
	fi_oflags = F->of_flags;
	fi_cflags = 0;
	fi_disposition = 0;
	fi_aflags = 0;
	fi_sflags = 0;
	fi_bcount = 0;
	fi_extinfo = 0;
	fi_rstatus = 0;
	fi_dbuflen = 0;
	fi_irp = 0;
	fi_dpattern = "";
	fi_class = 0;
	fi_index = 0;
	fi_object = 0;
	fi_key = 0;
	fi_op = "";
	fi_elapsed = 0;
};

inline fileinfo_t fds[int fd] = xlate <fileinfo_t> (_ofile(fd));
#pragma D attributes Stable/Stable/Common fds
