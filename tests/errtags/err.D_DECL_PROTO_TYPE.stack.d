int x[stack];
