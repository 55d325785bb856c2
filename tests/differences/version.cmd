# -V names a dialect of its own (Solaris: "Sun D 1.13", Oracle Linux: "Oracle D 2.0"), in the form "D x.y".
# @filter: sed -E 's/^.*D ([0-9]+)\.([0-9]+).*$/D x.y/'
dtrace -V
