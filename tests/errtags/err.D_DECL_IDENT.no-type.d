self x;
