#!/bin/sh
# embed.sh FILE NAME: FILE without its preprocessor lines, as a C string called NAME.
printf 'extern const char %s[];\nconst char %s[] =\n' "$2" "$2"
sed -e '/^#/s/.*//' -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/^/"/' -e 's/$/\\n"/' "$1"
printf ';\n'
