# layouts.awk HEADER... FILE.def...: the tables of layout.h, as C.
#
# The headers say which structs are records and which of their members are texts; clr.def describes
# the lines of a layout.  An unknown name is an error here; an unknown member is an error of the C
# compiler.

function fail(why) { print FILENAME ":" FNR ": " why >"/dev/stderr"; failed = 1; exit 1 }

# ---- headers ----

FILENAME ~ /\.h$/ {
	if ($0 ~ /^(typedef )?struct [a-z0-9_]+ \{/) {
		record = $0; sub(/^(typedef )?struct /, "", record); sub(/ .*/, "", record)
		known[record] = 1
	} else if ($0 ~ /^\}/) {
		record = ""
	} else if (record != "" && $0 ~ /^\t(const )?(char|uint8_t) \*/) {
		name = $0; sub(/^[^*]*\*/, "", name); sub(/[^a-z0-9_].*/, "", name)
		if ($0 ~ /uint8_t/)
			rest[record, name] = 1
		else
			text[record, ++ntexts[record]] = name
		is_text[record, name] = $0 !~ /uint8_t/
	}
	next
}

# ---- definitions ----

function guid(s,	p, i, out) {
	split(s, p, "-")
	out = "{ 0x" p[1] ", 0x" p[2] ", 0x" p[3] ", { "
	s = p[4] p[5]
	for (i = 1; i < 16; i += 2)
		out = out "0x" substr(s, i, 2) (i < 15 ? ", " : " } }")
	return out
}

/^#/ || /^$/ { next }
/^(provider|classic) / {
	end_block()
	tag[$2] = nproviders
	provider[nproviders++] = "\"" $3 "\", " guid($4) ", " ($1 == "classic")
	next
}
/^(map|bits) / { end_block(); open_map = $2; is_bits[$2] = $1 == "bits"; add_entries(3); next }
/^\t\t/ && open_map != "" { add_entries(1); next }
/^\t/ {
	if (open_block == "")
		open_block = ++nblocks
	block[open_block] = block[open_block] " " $0
	next
}
{
	if (open_block != "" || open_map != "")
		end_block()
	add_event()
}

function add_entries(from,	i) {
	for (i = from; i <= NF; i++)
		entries[open_map] = entries[open_map] " " $i
}

function end_block() { open_map = open_block = "" }

function add_event(	to, op) {
	if (!($1 in tag))
		fail("no provider " $1)
	nevents++
	ev_block[nevents] = nblocks + 1
	ev_provider[nevents] = tag[$1]
	ev_id[nevents] = $2
	op = $4; sub(/^[^\/]*\/?/, "", op)
	to = $4; sub(/\/.*/, "", to)
	ev_number[nevents] = op; sub(/^[^:]*:?/, "", ev_number[nevents])
	sub(/:.*/, "", op)
	if (ev_number[nevents] == "" && op != "") {
		if (!(op in standard))
			fail("no opcode " op)
		ev_number[nevents] = standard[op]
	} else if (ev_number[nevents] != "" && op == "")
		op = $3
	ev_text[nevents] = "\"" $3 "\", \"" to "\", \"" op "\", " ($5 + 0) ", " (ev_number[nevents] + 0) \
		", 0x" ($6 == "" ? 0 : $6)
}

BEGIN {
	split("Info Start Stop DC_Start DC_Stop Extension Reply Resume Suspend Send", s, " ")
	for (i in s)
		standard[s[i]] = i - 1
	split("u1:U8 u2:U16 u4:U32 u8:U64 i4:I32 i8:I64 f8:F64 o:BOOL g:GUID p:POINTER s:SIZE" \
		" w:UTF16 a:ANSI b:BINARY M:BINARY x2:U16:HEX16 x4:U32:HEX32 x8:U64:HEX64" \
		" A:U32:IPV4 struct:STRUCT", s, " ")
	for (i in s) {
		split(s[i] ":NULL", kv, ":")
		type[kv[1]] = "ETW_T_" kv[2]
		out[kv[1]] = "ETW_O_" kv[3]
	}
}

# ---- fields of a block ----

# Reads a field's text into f_*[n].
function add_field(s,	n, v, kind) {
	n = ++nfields
	f_since[n] = 0; f_until[n] = 255; f_array[n] = f_map[n] = f_member[n] = f_scale[n] = ""
	f_struct[n] = in_struct
	f_kind[n] = "MEMBER_NONE"
	if (match(s, /[=#][a-z0-9_]+([*-][0-9]+)?$/)) {
		f_kind[n] = substr(s, RSTART, 1) == "#" ? "MEMBER_LENGTH" : ""
		f_member[n] = substr(s, RSTART + 1)
		s = substr(s, 1, RSTART - 1)
		if (match(f_member[n], /[*-]/)) {
			f_scale[n] = substr(f_member[n], RSTART + 1)
			f_member[n] = substr(f_member[n], 1, RSTART - 1)
		}
	}
	v = s; sub(/:.*/, "", v)
	s = substr(s, length(v) + 2)
	f_name[n] = v; sub(/@.*/, "", f_name[n])
	if (v ~ /@/) {
		sub(/^[^@]*@/, "", v)
		f_since[n] = v + 0
		if (v ~ /-/) {
			sub(/^[^-]*-/, "", v)
			f_until[n] = v + 0
		}
	}
	if (match(s, /\[.*\]$/)) {
		f_array[n] = substr(s, RSTART + 1, RLENGTH - 2)
		s = substr(s, 1, RSTART - 1)
	}
	if (match(s, /%.*/)) {
		f_map[n] = substr(s, RSTART + 1)
		s = substr(s, 1, RSTART - 1)
		if (!(f_map[n] in entries))
			fail("no map " f_map[n])
	}
	f_type[n] = s
	return n
}

function read_fields(b,	w, n, i, head) {
	nfields = in_struct = 0
	rec = ""
	n = split(block[b], w, " ")
	for (i = 1; i <= n; i++) {
		if (i == 1 && w[i] ~ /:$/) {
			rec = substr(w[i], 1, length(w[i]) - 1)
			if (!(rec in known))
				fail("no record " rec)
		} else if (match(w[i], /:\{/)) {
			head = substr(w[i], 1, RSTART)
			w[i] = substr(w[i], RSTART + 2)
			in_struct = 0
			in_struct = add_field(head "struct")
			i--
		} else if (match(w[i], /\}\[.*\]$/)) {
			f_array[in_struct] = substr(w[i], RSTART + 2, RLENGTH - 3)
			add_field(substr(w[i], 1, RSTART - 1))
			in_struct = 0
		} else if (w[i] != "-")
			add_field(w[i])
	}
}

function has(i, v) { return f_since[i] <= v && v <= f_until[i] }

function index_of(name, v, before,	i, at) {
	for (i = 1; i < before; i++)
		if (has(i, v)) {
			if (f_name[i] == name)
				return at + 0
			at++
		}
	fail("no field " name)
}

# The C of a field of version v; at: its index.
function field(i, v, at,	t, flags, len, cnt, nxt, child, j, n) {
	t = f_type[i]; len = 0; cnt = 0; flags = 0
	child = nxt = "ETW_NOFIELD"
	n = at
	for (j = i + 1; j <= nfields; j++)
		if (has(j, v)) {
			n++
			if (f_struct[j] == i && child == "ETW_NOFIELD")
				child = n
			if (f_struct[j] == f_struct[i] && nxt == "ETW_NOFIELD")
				nxt = n
		}
	if (f_array[i] != "") {
		flags = "ETW_FD_COUNTREF"
		cnt = index_of(f_array[i], v, i)
	}
	if (t ~ /^w[0-9]/) {
		len = substr(t, 2); t = "w"; flags = "ETW_FD_FIXEDLEN"
	} else if (t == "M") {
		len = 16; flags = "ETW_FD_FIXEDLEN"
	}
	if (!(t in type))
		fail("no type " t)
	return sprintf("{ \"%s\", %s, %s, %s, %s, %s, %s, %s, %s }", f_name[i], type[t], out[t],
		flags, len, cnt, nxt, child, f_map[i] == "" ? "NULL" : "&map_" f_map[i])
}

function member(i,	k, m) {
	m = f_member[i]
	if (m == "")
		return "{ 0, 0, MEMBER_NONE, 0 }"
	k = f_kind[i]
	if (k == "")
		k = (rec, m) in rest ? "MEMBER_REST" : is_text[rec, m] ? "MEMBER_TEXT" : "MEMBER_NUMBER"
	if (k == "MEMBER_NUMBER" && f_type[i] == "g")
		k = "MEMBER_BYTES"
	return sprintf("{ offsetof(struct %s, %s), sizeof(((struct %s *)0)->%s), %s, %d }", rec, m,
		rec, m, k, f_scale[i] == "" && k != "MEMBER_LENGTH" ? 1 : f_scale[i] + 0)
}

# Writes the arrays of one version, and remembers how many fields there are.
function write_version(b, v,	i, n) {
	printf "static struct etw_field fields_%d_%d[] = {", b, v
	for (i = 1; i <= nfields; i++)
		if (has(i, v))
			printf "\n\t%s,", field(i, v, n++)
	print n ? "\n};" : " { 0 } };"
	b_nfields[b, v] = n + 0
	if (rec == "")
		return
	printf "static const struct layout_member members_%d_%d[] = {", b, v
	for (i = 1; i <= nfields; i++)
		if (has(i, v))
			printf "\n\t%s,", member(i)
	print "\n};"
}

function write_block(b,	v, i, change) {
	read_fields(b)
	b_record[b] = rec
	if (rec != "" && !written[rec]++)
		write_record(rec)
	for (v = 0; v < 256; v++) {
		change = v == 0
		for (i = 1; i <= nfields; i++)
			change = change || f_since[i] == v || f_until[i] + 1 == v
		if (change) {
			write_version(b, v)
			b_versions[b] = b_versions[b] " " v
		}
	}
}

function write_record(r,	i) {
	printf "static const uint16_t texts_%s[] = { ", r
	for (i = 1; i <= ntexts[r]; i++)
		printf "offsetof(struct %s, %s), ", r, text[r, i]
	print "0 };"
	printf "static const struct layout_record record_%s = " \
		"{ \"%s\", sizeof(struct %s), %d, texts_%s };\n", r, r, r, ntexts[r], r
}

function write_map(m,	w, n, i, kv) {
	n = split(entries[m], w, " ")
	printf "static struct etw_mapent entries_%s[] = { ", m
	for (i = 1; i <= n; i++) {
		split(w[i], kv, "=")
		printf "{ %s, \"%s\" }, ", kv[1], kv[2]
	}
	printf "};\nstatic const struct etw_map map_%s = { \"%s\", %d, %d, entries_%s };\n", m, m,
		is_bits[m], n, m
}

function before(a, b) {
	if (ev_provider[a] != ev_provider[b])
		return ev_provider[a] < ev_provider[b]
	return ev_id[a] + 0 < ev_id[b] + 0
}

function write_event(e,	b, v, n, i, id) {
	b = ev_block[e]
	n = split(b_versions[b], v, " ")
	for (i = 1; i <= n; i++) {
		id = b "_" v[i]
		printf "\t{ %d, %d, %d, %d, %s, fields_%s, %s, %s },\n", ev_provider[e], ev_id[e], v[i],
			b_nfields[b, v[i]], ev_text[e], id, b_record[b] == "" ? "NULL" : "members_" id,
			b_record[b] == "" ? "NULL" : "&record_" b_record[b]
	}
}

END {
	if (failed)
		exit 1
	print "/* Made by layouts.awk. */\n#include <stddef.h>\n#include \"layout.h\"\n"
	for (m in entries)
		write_map(m)
	for (i = 1; i <= nblocks; i++)
		write_block(i)
	for (i = 1; i <= nevents; i++) {
		for (j = i - 1; j > 0 && before(i, order[j]); j--)
			order[j + 1] = order[j]
		order[j + 1] = i
	}
	print "const struct layout etl_layouts[] = {"
	for (i = 1; i <= nevents; i++)
		write_event(order[i])
	print "};\nconst unsigned etl_nlayouts = sizeof(etl_layouts) / sizeof(etl_layouts[0]);"
	print "const struct layout_provider etl_layout_providers[] = {"
	for (i = 0; i < nproviders; i++)
		print "\t{ " provider[i] " },"
	printf "};\nconst unsigned etl_nlayoutproviders = %d;\n", nproviders
}
