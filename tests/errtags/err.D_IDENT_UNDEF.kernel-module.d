BEGIN
{
	trace(no_module_is_called_so`sys_call);
}
