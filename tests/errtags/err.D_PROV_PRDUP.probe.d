/* @at: 4 a */
provider p {
	probe a();
	probe a();
};
