/* @at: 3 a */
provider p {
	probe a(int) : (string);
};
