BEGIN
{
	"x" = "y";
}
