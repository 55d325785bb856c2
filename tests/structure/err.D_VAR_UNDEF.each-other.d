/* Each needs what the other assigns: neither order will do. */
BEGIN
/this->a = this->b/
{
	this->b = this->a;
}
