-- version 1
-- Works out from a wallet's movements what a limit counts, in the period of a moment and the one after it, up to the
-- wallet's last movement. It locks nothing: protection_begin adds what has happened since, under the wallet's lock. Up to
-- a minute after the beginning of a period it counts from the one before, since clocks differ a little.
create or replace function protection_known(p_wallet bigint, p_kind text, p_period text, p_at timestamptz) returns jsonb
language sql stable as $$
  select jsonb_build_object('since', f.since, 'next', f.next, 'upto', a.movements, 'sums', (
      select coalesce(jsonb_agg(jsonb_build_object('since', t.since, 'game', s.game, 'amount', s.amount,
          'waiting', s.waiting, 'lowest', s.lowest)), '[]')
        from (values (f.since, f.next), (f.next, 'infinity')) t (since, before)
        cross join lateral (
          select * from protection_play(p_wallet, t.since, t.before, a.movements) where p_kind = 'loss'
          union all
          select 0, protection_paid_in(p_wallet, t.since, t.before, a.movements), '{}', '{}' where p_kind = 'deposit') s))
    from ledger_account a
    cross join lateral (select protection_from(p_period, p_at - interval '1 minute') as since) b
    cross join lateral (
      select b.since, (b.since at time zone 'Asia/Bangkok' + ('1 ' || p_period)::interval) at time zone 'Asia/Bangkok' as next) f
    where a.id = p_wallet;
$$;
