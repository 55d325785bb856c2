/*
 * Disk I/O: the transfer, the device and the file.
 *
 * Members that the traced system doesn't have are 0, or "<none>" if they are text.
 */
#pragma D depends_on library types.d
#pragma D depends_on library fileinfo.d

/* b_flags */
inline int B_READ = 0x1;
inline int B_WRITE = 0x2;
inline int B_FLUSH = 0x4;
inline int B_ASYNC = 0x8;		/* nobody waits for it */
inline int B_PHYS = 0x10;		/* between the disk and the process, past the cache; Windows */
inline int B_PAGEIO = 0x20;		/* for the pager; Windows */

typedef struct bufinfo {
	int b_flags;		/* B_* */
	uint32_t b_irpflags;	/* Windows: IRP_* */
	size_t b_bcount;	/* bytes that move: none in a flush or a discard */
	uintptr_t b_addr;	/* unique among concurrent transfers; the same at start and done */
	uint64_t b_lblkno;	/* as b_blkno */
	uint64_t b_blkno;	/* position on the disk, in blocks of 512 bytes */
	size_t b_resid;
	size_t b_bufsize;	/* bytes that it concerns: of a discard, those that are given up */
	uintptr_t b_iodone;
	int b_error;		/* errno if the transfer failed */
	dev_t b_edev;		/* number of the device */
	uint64_t resp;		/* done: ns from start to done */
} bufinfo_t;

translator bufinfo_t < buf_t *B > {
	b_flags = B->b_flags;
	b_irpflags = B->b_irpflags;
	b_bcount = B->b_bcount;
	b_addr = B->b_addr;
	b_lblkno = B->b_blkno;
	b_blkno = B->b_blkno;
	b_resid = 0;
	b_bufsize = B->b_bufsize;
	b_iodone = 0;
	b_error = B->b_error;
	b_edev = B->b_major << 20 | B->b_minor;
	resp = B->b_elapsed;
};

typedef struct devinfo {
	int dev_major;
	int dev_minor;
	int dev_instance;	/* number of the disk */
	string dev_name;	/* name of the driver */
	string dev_statname;	/* name of the volume ("C:") or of the disk ("disk0") */
	string dev_pathname;	/* path of the disk */
} devinfo_t;

translator devinfo_t < buf_t *B > {
	dev_major = B->b_major;
	dev_minor = B->b_minor;
	dev_instance = B->b_instance;
	dev_name = stringof(B->b_devname);
	dev_statname = stringof(B->b_statname);
	dev_pathname = stringof(B->b_devpath);
};

translator fileinfo_t < buf_t *B > {
	fi_name = basename(stringof(B->b_path));
	fi_dirname = stringof(B->b_path) == "<none>" ? "<none>" : dirname(stringof(B->b_path));
	fi_pathname = stringof(B->b_path);
	fi_offset = B->b_offset;
	fi_fs = stringof(B->b_fs);
	fi_mount = stringof(B->b_mount);
	fi_oflags = 0;
	fi_cflags = 0;
	fi_disposition = 0;
	fi_aflags = 0;
	fi_sflags = 0;
	fi_bcount = B->b_bcount;
	fi_extinfo = 0;
	fi_rstatus = 0;
	fi_dbuflen = 0;
	fi_irp = B->b_addr;
	fi_dpattern = "";
	fi_class = 0;
	fi_index = 0;
	fi_object = 0;
	fi_key = 0;
	fi_op = "";
	fi_elapsed = B->b_elapsed;
};
