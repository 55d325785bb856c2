/*
 * Types for scripts and the other libraries.  uid_t, gid_t, pid_t, id_t and the integers of fixed
 * width are built into the language.
 */
typedef unsigned char u_char;
typedef unsigned short u_short;
typedef unsigned int u_int;
typedef unsigned int uint;
typedef unsigned long u_long;
typedef uintptr_t caddr_t;
typedef uint16_t wchar_t;

typedef int64_t hrtime_t;	/* ns */
typedef int64_t time_t;		/* s */
typedef uint64_t dev_t;
typedef int processorid_t;
typedef int psetid_t;
typedef int chipid_t;
typedef int lgrp_id_t;
typedef int taskid_t;
typedef int projid_t;
typedef int poolid_t;
typedef int zoneid_t;

/* addresses in network byte order, and the address families of inet_ntop() */
typedef uint32_t ipaddr_t;
typedef uint32_t in_addr_t;
typedef struct in6_addr {
	union {
		uint8_t s6_addr[16];
		union {
			uint8_t u6_addr8[16];
			uint16_t u6_addr16[8];
			uint32_t u6_addr32[4];
		} in6_u;		/* as Linux names them */
		union {
			uint8_t __u6_addr8[16];
			uint16_t __u6_addr16[8];
			uint32_t __u6_addr32[4];
		} __u6_addr;		/* as BSD does */
		union {
			uint8_t __u6_addr8[16];
			uint16_t __u6_addr16[8];
			uint32_t __u6_addr32[4];
		} __in6_u;		/* as the C library of Linux does */
	};
} in6_addr_t;
inline int AF_INET = 2;
inline int AF_INET6 = 10;
