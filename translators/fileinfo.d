/*
 * Files: fileinfo_t, and fds[], the descriptors of the process in which a probe fires.
 *
 * The members after fi_oflags describe a file operation of Windows; otherwise they are 0.
 */
#pragma D depends_on library types.d

typedef struct fileinfo {
	string fi_name;		/* last component of the path */
	string fi_dirname;	/* the path without the last component */
	string fi_pathname;	/* "<none>" if unknown */
	int64_t fi_offset;	/* position in the file; -1 if unknown */
	string fi_fs;		/* type of the file system */
	string fi_mount;	/* root of the file system */
	int fi_oflags;		/* flags of open(2); Windows: IRP_* of a read or write */
	uint32_t fi_cflags;	/* create: FILE_* options */
	uint32_t fi_disposition; /* create: FILE_OPEN, FILE_CREATE ... */
	uint32_t fi_aflags;	/* create: FILE_ATTRIBUTE_* */
	uint32_t fi_sflags;	/* create: FILE_SHARE_* */
	size_t fi_bcount;	/* read, write: bytes */
	uint64_t fi_extinfo;	/* setinfo and the like: the value; done: the result, as bytes read */
	uint32_t fi_rstatus;	/* done: 0 or an NTSTATUS; on Linux, errno */
	uint32_t fi_dbuflen;	/* direnum, dirnotify: bytes of the caller's buffer */
	uintptr_t fi_irp;	/* the same at the operation and at its done */
	string fi_dpattern;	/* direnum: pattern of names; done of a rename: the new path */
	uint32_t fi_class;	/* setinfo, queryinfo, fscontrol, direnum: kind of information */
	uint32_t fi_index;	/* direnum: index at which it continues */
	uintptr_t fi_object;	/* identifies the open file */
	uintptr_t fi_key;	/* identifies the file */
	string fi_op;		/* done: name of the operation's probe */
	uint64_t fi_elapsed;	/* done: ns since the operation's start */
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
