/*
 * Files as scripts see them: fileinfo_t, and fds[], the descriptors of the process that a probe fires in.
 *
 * The members behind fi_oflags are what Windows says of a file operation; elsewhere they are 0.
 */
#pragma D depends_on library types.d

typedef struct fileinfo {
	string fi_name;		/* last part of the path */
	string fi_dirname;	/* what stands before it */
	string fi_pathname;
	int64_t fi_offset;
	string fi_fs;		/* type of the file system */
	string fi_mount;	/* where it is mounted */
	int fi_oflags;		/* as open(2) takes them */
	uint32_t fi_cflags;
	uint32_t fi_aflags;
	uint32_t fi_sflags;
	uint64_t fi_bcount;
	uint64_t fi_extinfo;
	uint32_t fi_rstatus;
	uint32_t fi_dbuflen;
	uintptr_t fi_irp;
	string fi_dpattern;
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
	fi_aflags = 0;
	fi_sflags = 0;
	fi_bcount = 0;
	fi_extinfo = 0;
	fi_rstatus = 0;
	fi_dbuflen = 0;
	fi_irp = 0;
	fi_dpattern = "";
};

inline fileinfo_t fds[int fd] = xlate <fileinfo_t> (_ofile(fd));
#pragma D attributes Stable/Stable/Common fds
