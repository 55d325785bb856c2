/* How texts become trees: precedence, associativity, statements, names. */
#include <stdio.h>
#include <string.h>
#include "fix.h"
#include <cmocka.h>

static const struct {
	const char *text, *dump;
} expressions[] = {
	{ "a + b * c", "(+ a (* b c))" },
	{ "a * b + c", "(+ (* a b) c)" },
	{ "a - b - c", "(- (- a b) c)" },
	{ "a / b * c % d", "(% (* (/ a b) c) d)" },
	{ "a << b + c", "(<< a (+ b c))" },
	{ "a < b << c", "(< a (<< b c))" },
	{ "a == b < c", "(== a (< b c))" },
	{ "a & b == c", "(& a (== b c))" },
	{ "a ^ b & c", "(^ a (& b c))" },
	{ "a | b ^ c", "(| a (^ b c))" },
	{ "a && b | c", "(&& a (| b c))" },
	{ "a ^^ b && c", "(^^ a (&& b c))" },
	{ "a || b ^^ c", "(|| a (^^ b c))" },
	{ "a ^^ b || c", "(|| (^^ a b) c)" },
	{ "a ? b : c ? d : e", "(? a b (? c d e))" },
	{ "a ? b, c : d", "(? a (, b c) d)" },
	{ "a || b ? c : d", "(? (|| a b) c d)" },
	{ "x = y = z", "(= x (= y z))" },
	{ "x += a ? b : c", "(+= x (? a b c))" },
	{ "x = 1, y = 2", "(, (= x 1) (= y 2))" },
	{ "x >>= 1", "(>>= x 1)" },
	{ "x <<= 1", "(<<= x 1)" },
	{ "-a + !b", "(+ (neg a) (! b))" },
	{ "- -a", "(neg (neg a))" },
	{ "--a", "(--x a)" },
	{ "++a + b--", "(+ (++x a) (x-- b))" },
	{ "*p++", "(deref (x++ p))" },
	{ "&a[1]", "(addr a[1])" },
	{ "*a.b", "(deref (. a b))" },
	{ "a->b.c", "(. (-> a b) c)" },
	{ "(int)a + b", "(+ (cast <int> a) b)" },
	{ "(char *)a->b", "(cast <char *> (-> a b))" },
	{ "(a) + b", "(+ a b)" },
	{ "(uint8_t)-1", "(cast <uint8_t> (neg 1))" },
	{ "sizeof a + b", "(+ (sizeof a) b)" },
	{ "sizeof (int) * 2", "(* (sizeof <int>) 2)" },
	{ "sizeof (int *[3])", "(sizeof <int * [3]>)" },
	{ "stringof a + b", "(+ (stringof a) b)" },
	{ "stringof (a)->b", "(stringof (-> a b))" },
	{ "a[1][2]", "(index a[1] 2)" },
	{ "a[1, \"x\"]", "a[1 \"x\"]" },
	{ "self->a[1].b", "(. self.a[1] b)" },
	{ "this->x = 1", "(= this.x 1)" },
	{ "f(1, g())[2]", "(index (f 1 (g)) 2)" },
	{ "a->self.string->probe", "(-> (. (-> a self) string) probe)" },
	{ "a->uint8_t", "(-> a uint8_t)" },
	{ "offsetof(struct thread, t_pri)", "(offsetof <struct thread> t_pri)" },
	{ "xlate <struct thread *>(a)->t_pri", "(-> (xlate <struct thread *> a) t_pri)" },
	{ "`sym", "`sym" },
	{ "mod`sym + 1", "(+ mod`sym 1)" },
	{ "``sym", "``sym" },
	{ "LM1`lib.so.1`sym", "LM1`lib.so.1`sym" },
	{ "a.b`c->d", "(-> a.b`c d)" },
	{ "(C`uint8_t)a", "(cast <uint8_t> a)" },
	{ "(int (*)(char, ...))a", "(cast <int (*)(char, ...)> a)" },
	{ "@ = count()", "@_=(count)" },
	{ "@a[x, y] = sum(z)", "@a[x y]=(sum z)" },
	{ "printa(@a, @b)", "(printa @a @b)" },
	{ "uint8_t = 3", "(= uint8_t 3)" },
	{ "uint8_t++", "(x++ uint8_t)" },
	{ "uint8_t[1] = 3", "(= uint8_t[1] 3)" },
	{ "a?b:c", "(? a b c)" },
	{ "a---b", "(- (x-- a) b)" },
	{ "a+++b", "(+ (x++ a) b)" },
	{ "a<-b", "(< a (neg b))" },
	{ "userland->x", "D_SYNTAX" },
	{ "a = b ? c = d : e", "(= a (? b (= c d) e))" },
	{ "(const char *)a", "(cast <const char *> a)" },
	{ "(unsigned)a", "(cast <unsigned int> a)" },
	{ "(long unsigned int long)a", "(cast <unsigned long long> a)" },
	{ "(string)a", "(cast <string> a)" },
	{ "stack(5)", "(stack 5)" },
	{ "\"a\"[0]", "(index \"a\" 0)" },
	{ "a \\\n + b", "(+ a b)" },
};

static void test_expressions(void **state)
{
	char text[256], buf[512], want[512];
	struct fix f;

	(void)state;
	for (size_t i = 0; i < sizeof(expressions) / sizeof(expressions[0]); i++) {
		fix_open(&f);
		snprintf(text, sizeof(text), "BEGIN { %s; }", expressions[i].text);
		snprintf(want, sizeof(want), "(clause :::BEGIN { %s; })", expressions[i].dump);
		if (expressions[i].dump[0] == 'D')
			snprintf(want, sizeof(want), "%s", expressions[i].dump);
		if (fix_parse(&f, CTX_FILE, text) == 0)
			dump_program(f.la, buf, sizeof(buf));
		else
			snprintf(buf, sizeof(buf), "%s", dt_errtag_name(f.la->la_msg.me_tag));
		if (strcmp(buf, want) != 0)
			fail_msg("%s: got %s, expected %s (%s)", text, buf, want,
				f.la->la_msg.me_text);
		fix_close(&f);
	}
}

static const struct {
	const char *text, *dump;
} programs[] = {
	{ "a, b:c /x/ { y; z }", "(clause :::a ::b:c / x / { y; z; })" },
	{ "a /x / 2/ { } b /1/{}", "(clause :::a / (/ x 2) / { })\n(clause :::b / 1 / { })" },
	{ "a { if (x) y; }", "(clause :::a { (if x { y; }) })" },
	{ "a { if (x) y; else z }", "(clause :::a { (if x { y; } { z; }) })" },
	{ "a { if (x) if (y) p; else q; }", "(clause :::a { (if x { (if y { p; } { q; }) }) })" },
	{ "a { if (x) if (y) p; else q }", "(clause :::a { (if x { (if y { p; } { q; }) }) })" },
	{ "a { if (x) { if (y) p } else q }", "(clause :::a { (if x { (if y { p; }) } { q; }) })" },
	{ "a { if (x) { } else if (y) { p; q } else { r } s }",
		"(clause :::a { (if x { } { (if y { p; q; } { r; }) }) s; })" },
	{ "a{}\n\n#pragma D option quiet\nb{}", "(clause :::a { })\n(clause :::b { })" },
	{ "struct q { int x; } q; a { q.x = 1; }", "(clause :::a { (= (. q x) 1); })" },
	{ "typedef int t; a { t = 1; } b { t; }",
		"(clause :::a { (= t 1); })\n(clause :::b { t; })" },
	{ "a { } #!x\nb", "D_SYNTAX" },
	{ "#!x\na { }\n  #! y\nb { }", "(clause :::a { })\n(clause :::b { })" },
};

static void test_programs(void **state)
{
	struct fix f;
	char buf[512];

	(void)state;
	for (size_t i = 0; i < sizeof(programs) / sizeof(programs[0]); i++) {
		fix_open(&f);
		if (fix_parse(&f, CTX_FILE, programs[i].text) == 0)
			dump_program(f.la, buf, sizeof(buf));
		else
			snprintf(buf, sizeof(buf), "%s", dt_errtag_name(f.la->la_msg.me_tag));
		assert_string_equal(buf, programs[i].dump);
		fix_close(&f);
	}
}

/* A name is visible only below its declaration. */
static void test_order(void **state)
{
	const struct dt_node *c;
	struct dt_ident *id;
	struct fix f;

	(void)state;
	fix_open(&f);
	assert_int_equal(fix_parse(&f, CTX_FILE, "a { x; } int x; b { x; }"), 0);
	id = dt_ident_lookup(f.la->la_globals, "x");
	c = f.la->la_prog->dn_list;
	assert_false(dt_ident_visible(id, &c->dn_body->dn_child->dn_loc));
	assert_true(dt_ident_visible(id, &c->dn_next->dn_body->dn_child->dn_loc));
	dt_lang_end(f.la);
	assert_int_equal(fix_parse(&f, CTX_FILE, "a { x; pid; }"), 0);
	c = f.la->la_prog->dn_list;
	assert_true(dt_ident_visible(id, &c->dn_body->dn_child->dn_loc));
	id = dt_ident_lookup(f.la->la_globals, "pid");
	assert_true(dt_ident_visible(id, &c->dn_body->dn_child->dn_loc));
	fix_close(&f);
}

static void test_copy(void **state)
{
	static const char text[] =
		"a /x[1, self->y] == \"s\"/ { if (b ? c : d) @q[e] = sum(f(1)); else { "
		"xlate <struct thread *>(g)->t_pri; } }";
	struct dt_node *copy;
	char one[512], two[512];
	struct fix f;

	(void)state;
	fix_open(&f);
	assert_int_equal(fix_parse(&f, CTX_FILE, text), 0);
	dump_node(f.la->la_prog->dn_list, one, sizeof(one));
	copy = dt_node_copy(f.la, f.la->la_prog->dn_list);
	assert_string_equal(dump_node(copy, two, sizeof(two)), one);
	copy = dt_node_keep(f.la, f.la->la_prog->dn_list);
	copy->dn_pdescs = NULL;
	dt_lang_end(f.la);
	dump_node(copy, two, sizeof(two));
	assert_string_equal(two + 7, one + 7 + strlen(" :::a"));
	fix_close(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_expressions),
		cmocka_unit_test(test_programs),
		cmocka_unit_test(test_order),
		cmocka_unit_test(test_copy),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
