int mod`x;
