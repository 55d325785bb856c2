/*
 * Constants: kinds of faults, in arg4 of dtrace:::ERROR.
 */
inline int DTRACEFLT_UNKNOWN = 0;
inline int DTRACEFLT_BADADDR = 1;	/* an address that can't be read */
inline int DTRACEFLT_BADALIGN = 2;	/* an address that is not a multiple of the access's size */
inline int DTRACEFLT_ILLOP = 3;		/* an operation that is not allowed here */
inline int DTRACEFLT_DIVZERO = 4;	/* integer division by zero */
inline int DTRACEFLT_NOSCRATCH = 5;	/* no scratch memory left in this clause */
inline int DTRACEFLT_KPRIV = 6;		/* kernel memory, without the privilege to read it */
inline int DTRACEFLT_UPRIV = 7;		/* a process's memory, without the privilege to read it */
inline int DTRACEFLT_TUPOFLOW = 8;	/* too many keys or arguments for the machine */
inline int DTRACEFLT_BADSTACK = 9;	/* a user stack that can't be walked */
inline int DTRACEFLT_LIBRARY = 1000;	/* detected by the consumer, not by the machine */

#pragma D attributes Evolving/Evolving/Common DTRACEFLT_UNKNOWN
#pragma D attributes Evolving/Evolving/Common DTRACEFLT_BADADDR
#pragma D attributes Evolving/Evolving/Common DTRACEFLT_BADALIGN
#pragma D attributes Evolving/Evolving/Common DTRACEFLT_ILLOP
#pragma D attributes Evolving/Evolving/Common DTRACEFLT_DIVZERO
#pragma D attributes Evolving/Evolving/Common DTRACEFLT_NOSCRATCH
#pragma D attributes Evolving/Evolving/Common DTRACEFLT_KPRIV
#pragma D attributes Evolving/Evolving/Common DTRACEFLT_UPRIV
#pragma D attributes Evolving/Evolving/Common DTRACEFLT_TUPOFLOW
#pragma D attributes Evolving/Evolving/Common DTRACEFLT_BADSTACK
#pragma D attributes Evolving/Evolving/Common DTRACEFLT_LIBRARY
