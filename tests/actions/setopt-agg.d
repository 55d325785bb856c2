/* @opts: -q */
BEGIN
{
	@["b"] = sum(1);
	@["a"] = sum(2);
	printa(@);
	setopt("aggsortkey");
	printa(@);
	setopt("aggsortrev", "true");
	printa(@);
	exit(0);
}
