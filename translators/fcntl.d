/*
 * Constants: flags of open(2), in the arguments of its probes and in fi_oflags.
 */
inline int O_ACCMODE = 3;
inline int O_RDONLY = 0;
inline int O_WRONLY = 1;
inline int O_RDWR = 2;
inline int O_CREAT = 0100;
inline int O_EXCL = 0200;
inline int O_NOCTTY = 0400;
inline int O_TRUNC = 01000;
inline int O_APPEND = 02000;
inline int O_NONBLOCK = 04000;
inline int O_NDELAY = 04000;
inline int O_DSYNC = 010000;
inline int O_ASYNC = 020000;
inline int O_CLOEXEC = 02000000;
inline int O_SYNC = 04010000;
inline int O_RSYNC = 04010000;
inline int O_PATH = 010000000;

#pragma D attributes Stable/Stable/Common O_ACCMODE
#pragma D attributes Stable/Stable/Common O_RDONLY
#pragma D attributes Stable/Stable/Common O_WRONLY
#pragma D attributes Stable/Stable/Common O_RDWR
#pragma D attributes Stable/Stable/Common O_CREAT
#pragma D attributes Stable/Stable/Common O_EXCL
#pragma D attributes Stable/Stable/Common O_NOCTTY
#pragma D attributes Stable/Stable/Common O_TRUNC
#pragma D attributes Stable/Stable/Common O_APPEND
#pragma D attributes Stable/Stable/Common O_NONBLOCK
#pragma D attributes Stable/Stable/Common O_NDELAY
#pragma D attributes Stable/Stable/Common O_DSYNC
#pragma D attributes Stable/Stable/Common O_ASYNC
#pragma D attributes Stable/Stable/Common O_CLOEXEC
#pragma D attributes Stable/Stable/Common O_SYNC
#pragma D attributes Stable/Stable/Common O_RSYNC
#pragma D attributes Stable/Stable/Common O_PATH
