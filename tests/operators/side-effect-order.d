/* @opts: -q */
/* Operands are evaluated from left to right. */
int a[2][2];

BEGIN
{
	a[1][0] = 5;
	a[0][1] = a[1][0]++ + ++a[1][0];
	printf("%d %d\n", a[0][1], a[1][0]);
	self->x = self->y = 3;
	self->x += self->y++;
	printf("%d %d\n", self->x, self->y);
	printf("%d\n", (self->k = 5) + (self->k = 6));
	x = 5;
	x = x++ + 1;
	printf("%d\n", x);
	exit(0);
}
