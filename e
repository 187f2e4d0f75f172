oncectl: warning: The onceover schema is at version 9999, newer than this program's (19). Use a newer program; this one does not write.
oncectl: warning: In 1 of 31 steps no service was counting for a part of the time.
oncectl: warning: Many counts are not rolled up yet, so reading takes longer. Run `oncectl metrics roll-up`, or grant services the right to do it.
