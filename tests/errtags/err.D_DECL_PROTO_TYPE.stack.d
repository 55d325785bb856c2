int x[_symaddr];
