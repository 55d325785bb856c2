BEGIN
{
	this->q = (int *)0;
	trace(this->q->a);
}
