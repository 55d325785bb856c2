/* @opts: -q */
/* An operation on the registry whose member n holds n, as registry_t shows it. */
BEGIN
{
	this->r = (reginfo_t *)alloca(sizeof (reginfo_t));
	this->r->r_kcb = 1;
	this->r->r_began = 2;
	this->r->r_elapsed = 3;
	this->r->r_index = 4;
	this->r->r_status = 5;
	this->r->r_name = (char *)strjoin("text ", "6");
	this->r->r_key = (char *)strjoin("text ", "7");
	this->r->r_value = (char *)strjoin("text ", "8");
	print(xlate <registry_t> (this->r));
	printf("\n");
	exit(0);
}
