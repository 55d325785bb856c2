/* @at: 14 ours = own */
/* The type of a variable declared before is not that of the program's definition. */
psinfo_t *ours;

struct psinfo {
	int mine;
};
typedef struct psinfo psinfo_t;
psinfo_t *own;

BEGIN
{
	own = NULL;
	ours = own;
	exit(0);
}
