-- Of many pending transfers the few that are due are found at once.
create index settlement_attempt_next on settlement_attempt (next_at);
