/* A structure without a tag is named by the word alone, a function pointer is int (*)() whatever it points to. */
/* @opts: -q */
struct o {
	struct { int x; } pos;
	union { int a; char b; } u;
	void (*handler)(int);
	struct i { int a; } arr[2];
};
struct o v;

BEGIN
{
	print(v);
	printf("\n");
	exit(0);
}
