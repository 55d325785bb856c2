/* @at: 7 RED */
enum colour;
BEGIN
{
	RED = 3;
	this->c = (D`colour)0;
	trace(this->c == RED);
}
