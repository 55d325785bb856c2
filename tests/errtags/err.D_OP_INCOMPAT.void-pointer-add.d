BEGIN
{
	this->p = (void *)0;
	trace(this->p + 1);
}
