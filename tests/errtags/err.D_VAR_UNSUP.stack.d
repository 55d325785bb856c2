/* @at: 2 s */
stack s;
