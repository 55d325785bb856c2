/* @at: 4 `no_symbol_is_called_so */
BEGIN
{
	trace(`no_symbol_is_called_so);
}
