struct nope x[2];
