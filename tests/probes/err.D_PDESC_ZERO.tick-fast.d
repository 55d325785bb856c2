/* Less than 200 us is refused. */
tick-100us
{
}
