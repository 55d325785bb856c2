/* @opts: -q */
BEGIN { this->a = alloca(4); trace(inet_ntop(1, this->a)); }
BEGIN { this->a = (ipaddr_t *)alloca(2); trace(inet_ntoa((ipaddr_t *)64)); }
BEGIN { trace(inet_ntoa6(NULL)); }
BEGIN { exit(0); }
ERROR { printf("%d %d\n", arg4, arg5); }
