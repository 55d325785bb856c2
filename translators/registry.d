/*
 * Results of operations on the registry and the files of Windows.  The type of args[0] of reg's
 * probes, registry_t, is a native record.
 */
#pragma D depends_on library types.d

/* r_status of reg, fi_rstatus of fsinfo:::done; errors are 0xc0000000 and above */
inline uint32_t STATUS_SUCCESS = 0;
inline uint32_t STATUS_REPARSE = 0x104;
inline uint32_t STATUS_BUFFER_OVERFLOW = 0x80000005;
inline uint32_t STATUS_NO_MORE_FILES = 0x80000006;
inline uint32_t STATUS_NO_MORE_ENTRIES = 0x8000001a;
inline uint32_t STATUS_INVALID_HANDLE = 0xc0000008;
inline uint32_t STATUS_INVALID_PARAMETER = 0xc000000d;
inline uint32_t STATUS_NO_SUCH_FILE = 0xc000000f;
inline uint32_t STATUS_END_OF_FILE = 0xc0000011;
inline uint32_t STATUS_ACCESS_DENIED = 0xc0000022;
inline uint32_t STATUS_BUFFER_TOO_SMALL = 0xc0000023;
inline uint32_t STATUS_OBJECT_NAME_NOT_FOUND = 0xc0000034;
inline uint32_t STATUS_OBJECT_NAME_COLLISION = 0xc0000035;
inline uint32_t STATUS_OBJECT_PATH_NOT_FOUND = 0xc000003a;
inline uint32_t STATUS_SHARING_VIOLATION = 0xc0000043;
inline uint32_t STATUS_DELETE_PENDING = 0xc0000056;
inline uint32_t STATUS_KEY_DELETED = 0xc000017c;
