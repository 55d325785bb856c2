#define N 9
