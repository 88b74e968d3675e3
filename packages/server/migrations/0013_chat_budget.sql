-- How much may be stored for conversations in an hour, and how much has been.
create table chat_budget (
  hour  timestamptz not null,
  key   text        not null, -- whose: one conversation's, or all guests' together
  spent bigint      not null check (spent >= 0), -- bytes
  primary key (hour, key)
);
