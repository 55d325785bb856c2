#pragma D option nosuchoption
int y;
