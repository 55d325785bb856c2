# a copy of the command finds the D libraries of its build; or those that were copied with it
mkdir "$work/moved"
cp "$DTRACE" "$work/moved/dtrace"
program='BEGIN { trace(sizeof(psinfo_t) > 0 ? "types" : ""); exit(0); }'
timeout 20 "$work/moved/dtrace" -E "$trace" -q -n "$program"
cp -r ../translators "$work/moved"
echo 'inline string copied = "those of the copy";' >>"$work/moved/translators/types.d"
timeout 20 "$work/moved/dtrace" -E "$trace" -q -n 'BEGIN { trace(copied); exit(0); }'
mkdir "$work/moved/bin"
mv "$work/moved/dtrace" "$work/moved/bin"
timeout 20 "$work/moved/bin/dtrace" -E "$trace" -q -n 'BEGIN { trace(copied); exit(0); }'
# those that anybody may change are not those of the copy
mv "$work/moved/bin/dtrace" "$work/moved"
chmod o+w "$work/moved/translators"
timeout 20 "$work/moved/dtrace" -E "$trace" -q -n 'BEGIN { trace(copied); exit(0); }' 2>&1 | grep -c "failed to resolve copied"
