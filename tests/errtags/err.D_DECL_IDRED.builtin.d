/* @at: 2 pid */
int pid;
