/* @at: 4 this->a[1] */
BEGIN
{
	this->a[1] = 2;
}
