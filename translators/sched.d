/*
 * Windows' numbers for a thread that is off CPU: pr_state, and the wait reasons pr_waitr.
 */
#pragma D depends_on library types.d

inline int TS_INITIALIZED = 0;
inline int TS_READY = 1;
inline int TS_RUNNING = 2;
inline int TS_STANDBY = 3;
inline int TS_TERMINATED = 4;
inline int TS_WAITING = 5;
inline int TS_TRANSITION = 6;
inline int TS_DEFERRED_READY = 7;

/* pr_waitr: Windows' KWAIT_REASON; WAIT_ stands for its names without Wr */
inline int WAIT_EXECUTIVE = 0;
inline int WAIT_FREE_PAGE = 1;
inline int WAIT_PAGE_IN = 2;
inline int WAIT_POOL_ALLOCATION = 3;
inline int WAIT_DELAY_EXECUTION = 4;
inline int WAIT_SUSPENDED = 5;
inline int WAIT_USER_REQUEST = 6;
inline int WR_EXECUTIVE = 7;
inline int WR_FREE_PAGE = 8;
inline int WR_PAGE_IN = 9;
inline int WR_POOL_ALLOCATION = 10;
inline int WR_DELAY_EXECUTION = 11;
inline int WR_SUSPENDED = 12;
inline int WR_USER_REQUEST = 13;
inline int WR_EVENT_PAIR = 14;
inline int WR_QUEUE = 15;
inline int WR_LPC_RECEIVE = 16;
inline int WR_LPC_REPLY = 17;
inline int WR_VIRTUAL_MEMORY = 18;
inline int WR_PAGE_OUT = 19;
inline int WR_RENDEZVOUS = 20;
inline int WR_KEYED_EVENT = 21;
inline int WR_TERMINATED = 22;
inline int WR_PROCESS_IN_SWAP = 23;
inline int WR_CPU_RATE_CONTROL = 24;
inline int WR_CALLOUT_STACK = 25;
inline int WR_KERNEL = 26;
inline int WR_RESOURCE = 27;
inline int WR_PUSH_LOCK = 28;
inline int WR_MUTEX = 29;
inline int WR_QUANTUM_END = 30;
inline int WR_DISPATCH_INT = 31;
inline int WR_PREEMPTED = 32;
inline int WR_YIELD_EXECUTION = 33;
inline int WR_FAST_MUTEX = 34;
inline int WR_GUARDED_MUTEX = 35;
inline int WR_RUNDOWN = 36;
inline int WR_ALERT_BY_THREAD_ID = 37;
inline int WR_DEFERRED_PREEMPT = 38;
