/*
 * A program with probes of its own, by the header of dtrace -h.
 *
 *	shop COUNT	makes COUNT sales, and prints how many of them a tracer could see
 *	shop forever	prints "ready", makes sales until it is killed
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "shop.h"

static long seen, total;

__attribute__((noinline)) static void sell(int number, char *name)
{
	total += number;
	if (SHOP_SALE_ENABLED()) {
		seen++;
		SHOP_SALE(number, name, total);
	}
}

int main(int argc, char **argv)
{
	int forever = argc > 1 && strcmp(argv[1], "forever") == 0,
	    count = argc > 1 ? atoi(argv[1]) : 0;

	SHOP_TILL_OPEN();
	for (int i = 0; forever || i < count; i++) {
		sell(i % 2 ? -i : i, i % 2 ? "pear" : "apple");
		if (forever && i % 100 == 0)
			usleep(1000);
		if (forever && i == 0)
			write(1, "ready\n", 6);
	}
	printf("%ld\n", seen);
	return 0;
}
