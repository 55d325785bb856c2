/* outer /* inner */
BEGIN
{
}
