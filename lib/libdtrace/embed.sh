#!/bin/sh
# embed.sh NAME FILE...: the files without their preprocessor lines, as a C string called NAME.
name=$1
shift
printf 'extern const char %s[];\nconst char %s[] =\n' "$name" "$name"
cat "$@" | sed -e '/^#/s/.*//' -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/^/"/' -e 's/$/\\n"/'
printf ';\n'
