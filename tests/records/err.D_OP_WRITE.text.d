/* @at: 4 curthread->t_name = "other" */
BEGIN
{
	curthread->t_name = "other";
}
