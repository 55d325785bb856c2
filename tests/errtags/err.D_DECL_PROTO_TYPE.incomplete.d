int x[struct nope];
