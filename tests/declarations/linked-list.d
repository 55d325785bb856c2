/* @opts: -q */
struct list {
	int v;
	struct list *next;
} nodes[3];
typedef struct list *list_p;
list_p head;
self list_p mine;

BEGIN
{
	nodes[0].v = 1;
	nodes[1].v = 2;
	nodes[2].v = 3;
	nodes[0].next = &nodes[1];
	nodes[1].next = &nodes[2];
	head = &nodes[0];
}

BEGIN
{
	printf("%d\n", head->next->next->v);
	self->mine = head->next;
	printf("%d %d\n", self->mine->v, self->mine->next->next == NULL);
	exit(0);
}
