/*
 * Constants: arg3 of pf:::valloc and pf:::vfree, Windows' operations on a range of memory.
 */
inline uint32_t MEM_COMMIT = 0x1000;
inline uint32_t MEM_RESERVE = 0x2000;
inline uint32_t MEM_DECOMMIT = 0x4000;
inline uint32_t MEM_RELEASE = 0x8000;
inline uint32_t MEM_FREE = 0x10000;
inline uint32_t MEM_RESET = 0x80000;
inline uint32_t MEM_TOP_DOWN = 0x100000;
inline uint32_t MEM_WRITE_WATCH = 0x200000;
inline uint32_t MEM_PHYSICAL = 0x400000;
inline uint32_t MEM_RESET_UNDO = 0x1000000;
inline uint32_t MEM_LARGE_PAGES = 0x20000000;
