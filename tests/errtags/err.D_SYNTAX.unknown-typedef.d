typedef nosuch x;
