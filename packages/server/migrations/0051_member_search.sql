-- expand
-- Staff find members by the beginning of a name, the end of a phone or account, a slip's reference, a player's name.
create index member_name_begin on member (lower(name) text_pattern_ops);
create index member_account_name_begin on member (lower(bank_account_name) text_pattern_ops);
create index member_phone_end on member (right(username, 4));
create index member_account_end on member (right(bank_account_no, 4));
create index slip_reference_alone on slip_reference (reference);
create index game_account_username on game_account (username);

-- The auditor finds each adjustment by its approval.
create unique index ledger_transfer_adjustment on ledger_transfer ((detail ->> 'approval')) where kind = 'adjustment';

-- Staff look through refused slips, newest first.
create index slip_failed on slip (created_at, id) where state = 'failed';

-- The open proposal about a subject.
create index approval_open_subject on approval (action, subject) where decided_at is null;

-- Members of a day, for Today.
create index member_created on member using brin (created_at);
