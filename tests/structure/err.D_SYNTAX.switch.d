BEGIN
{
	switch (1) {
	case 1:
		x++;
	}
}
