/* @at: 2 x */
struct nope x;
