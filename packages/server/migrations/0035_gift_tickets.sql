-- expand
-- The ticket that a gift link gave. A voucher may be spelled in several ways; its ticket is credited for one link.

create table gift_ticket (
  ticket  text primary key, -- the operator's wallet and the voucher's id there
  gift_id uuid not null unique
);

insert into gift_ticket (ticket, gift_id)
  select split_part(a.code, ':', 3) || ' ' || substr(t.detail ->> 'reference', 6), (t.detail ->> 'giftId')::uuid
    from ledger_transfer t join ledger_account a on a.id = t.debit_account
    where t.kind = 'deposit' and t.detail ? 'giftId' and starts_with(t.detail ->> 'reference', 'gift:')
  on conflict do nothing;
