/* The destination has to be ours and the source readable, all of it. */
/* @opts: -q */
BEGIN { bcopy((char *)"abc", (void *)16, 4); printf("never\n"); }
BEGIN { this->p = alloca(2); bcopy((char *)"abc", this->p, 1 << 20); printf("never\n"); }
BEGIN { this->p = alloca(8); bcopy((void *)32, this->p, 8); printf("never\n"); }
BEGIN { bcopy((char *)"abc", (char *)probename, 4); printf("never\n"); }
BEGIN { exit(0); }

ERROR
{
	printf("%d %d\n", arg4 == DTRACEFLT_BADADDR, arg5 < 64 ? arg5 : 0);
}
