# Every form of a trace is read, from a file and from a pipe.
# @needs: cmd:zip lib:zip
cd "$work"
cp "$trace" z.etl; zip -q z.zip z.etl; gzip -c z.zip >z.zip.gz; gzip -c z.etl >z.gz; for f in z.etl z.gz z.zip z.zip.gz; do dtrace -E $f -qn 'BEGIN { trace(curthread != NULL); exit(0) }'; dtrace -E - -qn 'BEGIN { trace(1); exit(0) }' <$f; cat $f | dtrace -E - -qn 'BEGIN { trace(1); exit(0) }'; echo; done
