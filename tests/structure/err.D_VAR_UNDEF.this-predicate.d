BEGIN
/this->x/
{
	this->x = 3;
}
