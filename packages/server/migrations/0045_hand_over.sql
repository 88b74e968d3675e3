-- expand
-- The support desk is told of each message when the message is due, so messages that it does not take hold up no others.
-- A process that takes a message books the next try first: no other process takes it meanwhile.
alter table chat_message add column desk_attempts int not null default 0;
alter table chat_message add column desk_next_at timestamptz not null default '-infinity';

-- A gift link whose first redeeming had no answer and whose next one was refused needs a person: the first may still
-- land. It is looked up all the same.
alter table gift_link drop constraint gift_link_state_check;
alter table gift_link add constraint gift_link_state_check
  check (state in ('redeeming', 'manual_review', 'credited', 'refused'));
create index gift_link_due on gift_link (wallet_name, next_at) where state in ('redeeming', 'manual_review');
