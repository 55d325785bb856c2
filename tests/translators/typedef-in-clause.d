/* @opts: -q */
/* Types of the program serve casts and sizes in clauses. */
typedef uint8_t octet_t;
typedef struct pair {
	octet_t a, b;
} pair_t;

BEGIN
{
	x = (octet_t)0x1ff;
	printf("%d %d %d %d\n", x, sizeof (x), sizeof (pair_t), sizeof (pair_t *));
	exit(0);
}
