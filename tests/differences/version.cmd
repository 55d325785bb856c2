# @filter: sed -E 's/^.*D ([0-9]+)\.([0-9]+).*$/D x.y/'
dtrace -V
