/* @opts: -q */
BEGIN
{
	self->self_x = 1;
	this->this_x = 2;
	printf("%d %d\n", self->self_x, this->this_x);
	exit(0);
}
