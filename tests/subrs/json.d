/* @opts: -q */
BEGIN
{
	j = "{ \"name\" : \"val\", \"n\": -1.5e3, \"list\": [ 1, [2, 3], {\"deep\": \"yes\"}, null ], \"e\": {}}";
	printf("%s\n", json(j, "name"));
	printf("%s\n", json(j, "n"));
	printf("%s\n", json(j, "list"));
	printf("%s\n", json(j, "list[0]"));
	printf("%s\n", json(j, "list[1][1]"));
	printf("%s\n", json(j, "list[2]"));
	printf("%s\n", json(j, "list[2].deep"));
	printf("%s\n", json(j, "list[3]"));
	printf("%s\n", json(j, "e"));
	printf("%d %d %d\n", json(j, "list[4]") == NULL, json(j, "Name") == NULL, json(j, "name.x") == NULL);
	printf("%d %d %d\n", json(j, "name[0]") == NULL, json(j, "list.deep") == NULL, json(j, "e.x") == NULL);
	exit(0);
}
