self int;
