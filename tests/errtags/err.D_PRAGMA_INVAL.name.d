#pragma D what
