/* @at: 3 a */
provider p {
	probe a(int I) : (int J);
};
