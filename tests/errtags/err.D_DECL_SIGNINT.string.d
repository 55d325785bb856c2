unsigned string x;
