-- expand
-- Since when breaks and limits from before these times were kept have held, by the history.

-- A break that was asked for while one was running prolongs it, or changes nothing.
update protection p set break_at = began.at
  from (
    select member_id, max(made_at) filter (where begins) as at
      from (
        select member_id, made_at, made_at >= coalesce(max((detail ->> 'until')::timestamptz) over (
              partition by member_id order by id rows between unbounded preceding and 1 preceding), '-infinity') as begins
          from protection_change where what = 'break'
      ) breaks
      group by member_id
  ) began
  where began.member_id = p.member_id and p.break_until is not null and p.break_at is null;

-- The same limit again does not begin anew.
update protection_limit l set set_at = began.at
  from (
    select member_id, detail ->> 'kind' as kind, detail ->> 'period' as period, max(made_at) as at
      from protection_change
      where what in ('limit', 'confirm') and detail ->> 'from' is distinct from detail ->> 'to'
      group by 1, 2, 3
  ) began
  where began.member_id = l.member_id and began.kind = l.kind and began.period = l.period and l.set_at is null;
