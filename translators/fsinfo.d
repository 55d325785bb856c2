/*
 * Operations on files, and the Windows constants for them.
 */
#pragma D depends_on library types.d
#pragma D depends_on library fileinfo.d

/* flags of a request: b_irpflags of io, fi_oflags of fsinfo:::read and write */
inline uint32_t IRP_NOCACHE = 0x1;
inline uint32_t IRP_PAGING_IO = 0x2;
inline uint32_t IRP_MOUNT_COMPLETION = 0x2;
inline uint32_t IRP_SYNCHRONOUS_API = 0x4;
inline uint32_t IRP_ASSOCIATED_IRP = 0x8;
inline uint32_t IRP_BUFFERED_IO = 0x10;
inline uint32_t IRP_DEALLOCATE_BUFFER = 0x20;
inline uint32_t IRP_INPUT_OPERATION = 0x40;
inline uint32_t IRP_SYNCHRONOUS_PAGING_IO = 0x40;
inline uint32_t IRP_CREATE_OPERATION = 0x80;
inline uint32_t IRP_READ_OPERATION = 0x100;
inline uint32_t IRP_WRITE_OPERATION = 0x200;
inline uint32_t IRP_CLOSE_OPERATION = 0x400;
inline uint32_t IRP_DEFER_IO_COMPLETION = 0x800;
inline uint32_t IRP_OB_QUERY_NAME = 0x1000;
inline uint32_t IRP_HOLD_DEVICE_QUEUE = 0x2000;
inline uint32_t IRP_UM_DRIVER_INITIATED_IO = 0x400000;

/* fi_sflags of fsinfo:::create: what others may do while the file is open */
inline uint32_t FILE_SHARE_READ = 0x1;
inline uint32_t FILE_SHARE_WRITE = 0x2;
inline uint32_t FILE_SHARE_DELETE = 0x4;
inline uint32_t FILE_SHARE_VALID_FLAGS = 0x7;

/* fi_disposition of fsinfo:::create: what happens if the file exists, and if it doesn't */
inline uint32_t FILE_SUPERSEDE = 0;
inline uint32_t FILE_OPEN = 1;
inline uint32_t FILE_CREATE = 2;
inline uint32_t FILE_OPEN_IF = 3;
inline uint32_t FILE_OVERWRITE = 4;
inline uint32_t FILE_OVERWRITE_IF = 5;
inline uint32_t FILE_MAXIMUM_DISPOSITION = 5;

/* fi_cflags of fsinfo:::create: how it is opened */
inline uint32_t FILE_DIRECTORY_FILE = 0x1;
inline uint32_t FILE_WRITE_THROUGH = 0x2;
inline uint32_t FILE_SEQUENTIAL_ONLY = 0x4;
inline uint32_t FILE_NO_INTERMEDIATE_BUFFERING = 0x8;
inline uint32_t FILE_SYNCHRONOUS_IO_ALERT = 0x10;
inline uint32_t FILE_SYNCHRONOUS_IO_NONALERT = 0x20;
inline uint32_t FILE_NON_DIRECTORY_FILE = 0x40;
inline uint32_t FILE_CREATE_TREE_CONNECTION = 0x80;
inline uint32_t FILE_COMPLETE_IF_OPLOCKED = 0x100;
inline uint32_t FILE_NO_EA_KNOWLEDGE = 0x200;
inline uint32_t FILE_OPEN_REMOTE_INSTANCE = 0x400;
inline uint32_t FILE_RANDOM_ACCESS = 0x800;
inline uint32_t FILE_DELETE_ON_CLOSE = 0x1000;
inline uint32_t FILE_OPEN_BY_FILE_ID = 0x2000;
inline uint32_t FILE_OPEN_FOR_BACKUP_INTENT = 0x4000;
inline uint32_t FILE_NO_COMPRESSION = 0x8000;
inline uint32_t FILE_OPEN_REQUIRING_OPLOCK = 0x10000;
inline uint32_t FILE_RESERVE_OPFILTER = 0x100000;
inline uint32_t FILE_OPEN_REPARSE_POINT = 0x200000;
inline uint32_t FILE_OPEN_NO_RECALL = 0x400000;
inline uint32_t FILE_OPEN_FOR_FREE_SPACE_QUERY = 0x800000;

/* fi_aflags of fsinfo:::create: attributes of a new file */
inline uint32_t FILE_ATTRIBUTE_READONLY = 0x1;
inline uint32_t FILE_ATTRIBUTE_HIDDEN = 0x2;
inline uint32_t FILE_ATTRIBUTE_SYSTEM = 0x4;
inline uint32_t FILE_ATTRIBUTE_DIRECTORY = 0x10;
inline uint32_t FILE_ATTRIBUTE_ARCHIVE = 0x20;
inline uint32_t FILE_ATTRIBUTE_DEVICE = 0x40;
inline uint32_t FILE_ATTRIBUTE_NORMAL = 0x80;
inline uint32_t FILE_ATTRIBUTE_TEMPORARY = 0x100;
inline uint32_t FILE_ATTRIBUTE_SPARSE_FILE = 0x200;
inline uint32_t FILE_ATTRIBUTE_REPARSE_POINT = 0x400;
inline uint32_t FILE_ATTRIBUTE_COMPRESSED = 0x800;
inline uint32_t FILE_ATTRIBUTE_OFFLINE = 0x1000;
inline uint32_t FILE_ATTRIBUTE_NOT_CONTENT_INDEXED = 0x2000;
inline uint32_t FILE_ATTRIBUTE_ENCRYPTED = 0x4000;

translator fileinfo_t < wfileinfo_t *F > {
	fi_name = basename(stringof(F->f_path));
	fi_dirname = stringof(F->f_path) == "<none>" ? "<none>" : dirname(stringof(F->f_path));
	fi_pathname = stringof(F->f_path);
	fi_offset = F->f_offset;
	fi_fs = stringof(F->f_fs);
	fi_mount = stringof(F->f_mount);
	fi_oflags = F->f_ioflags;
	fi_cflags = F->f_options & 0xffffff;
	fi_disposition = F->f_options >> 24;
	fi_aflags = F->f_attributes;
	fi_sflags = F->f_share;
	fi_bcount = F->f_size;
	fi_extinfo = F->f_extra;
	fi_rstatus = F->f_status;
	fi_dbuflen = F->f_dirlength;
	fi_irp = F->f_irp;
	fi_dpattern = stringof(F->f_pattern);
	fi_class = F->f_class;
	fi_index = F->f_dirindex;
	fi_object = F->f_object;
	fi_key = F->f_key;
	fi_op = stringof(F->f_op);
	fi_elapsed = F->f_elapsed;
};
