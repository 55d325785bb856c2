/* @opts: -q */
struct list;
struct node {
	struct node *n_next;
	struct list *n_list;
	int n_value;
};
struct list {
	struct node *l_head;
	int l_len;
};
struct node n;
struct list l;

BEGIN
{
	n.n_value = 3;
	n.n_next = NULL;
	l.l_len = 1;
	printf("%d %d %d %d\n", n.n_value, l.l_len, sizeof (n), offsetof(struct node, n_value));
	exit(0);
}
