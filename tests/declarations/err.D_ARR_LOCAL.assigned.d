BEGIN
{
	this->a["x"] = 1;
}
