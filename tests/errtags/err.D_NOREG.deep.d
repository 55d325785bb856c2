BEGIN
{
	x = rand() + (rand() + (rand() + (rand() + (rand() + (rand() + (rand() + (rand() + rand())))))));
}
