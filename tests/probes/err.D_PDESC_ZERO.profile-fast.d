profile-10000hz
{
}
