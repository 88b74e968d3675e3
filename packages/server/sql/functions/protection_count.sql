-- version 1
-- Counts a transfer in the sums of its member's limits, in the statement that makes it, or that ends one that was
-- pending. The wallet is locked, so sums change in the order of the movements.
-- Credit that comes home takes off what has gone into the same game, never below zero. A move counts at its place in the
-- order, also when it ends later: then it takes off no more than the sum has not fallen below since. So a sum is what
-- protection_play works out, whatever ends when. Of the moves of one game that have not ended, the last 100 are followed:
-- where there are more, the oldest stay as they were counted, which is never too little. Such a sum is rough, and is worked
-- out again once those have ended.
-- p_period is that of the one limit to count for; null for all.
create or replace function protection_count(p_member text, p_move ledger_transfer, p_ends boolean, p_period text)
returns void language plpgsql as $$
declare
  v_kind text := case when p_move.kind in ('game_in', 'game_out') then 'loss' else 'deposit' end;
  v_game bigint := case p_move.kind when 'game_in' then p_move.credit_account when 'game_out' then p_move.debit_account else 0 end;
  v_limit record;
  v_sum record;
  v_place int;
  v_off bigint;
  v_low bigint;
  v_rough boolean;
begin
  for v_limit in
    select l.period, f.since
      from protection_limit l cross join lateral (select protection_from(l.period, p_move.created_at) as since) f
      where l.member_id = p_member and l.kind = v_kind and l.counted_since <= f.since
        and (p_period is null or l.period = p_period)
  loop
    select coalesce(s.amount, 0) as amount, coalesce(s.waiting, '{}') as waiting, coalesce(s.lowest, '{}') as lowest
      into v_sum
      from (select) one left join protection_sum s
        on s.member_id = p_member and s.kind = v_kind and s.period = v_limit.period and s.since = v_limit.since
          and s.game = v_game;
    v_off := 0;
    v_rough := false;
    if p_ends then
      v_place := array_position(v_sum.waiting, p_move.id);
      continue when v_place is null;
      if (p_move.kind = 'game_in') = (p_move.state = 'voided') then
        v_off := p_move.amount;
        for i in v_place .. cardinality(v_sum.lowest) loop
          v_low := v_sum.lowest[i];
          v_sum.lowest[i] := greatest(v_low - v_off, 0);
          v_off := least(v_off, v_low);
        end loop;
      end if;
      if v_place > 1 then
        v_sum.lowest[v_place - 1] := least(v_sum.lowest[v_place - 1], v_sum.lowest[v_place]);
      end if;
      v_sum.waiting := v_sum.waiting[:v_place - 1] || v_sum.waiting[v_place + 1:];
      v_sum.lowest := v_sum.lowest[:v_place - 1] || v_sum.lowest[v_place + 1:];
    elsif p_move.kind = 'held_in' then
      v_off := p_move.amount;
    elsif p_move.kind <> 'game_out' then
      v_off := -p_move.amount;
    elsif p_move.state = 'posted' then
      v_off := least(p_move.amount, v_sum.amount);
    end if;
    v_sum.amount := v_sum.amount - v_off;

    if v_kind = 'loss' and not p_ends then
      if p_move.state = 'pending' then
        v_rough := cardinality(v_sum.waiting) >= 100;
        v_sum.waiting := v_sum.waiting[greatest(cardinality(v_sum.waiting) - 98, 1):] || p_move.id;
        v_sum.lowest := v_sum.lowest[greatest(cardinality(v_sum.lowest) - 98, 1):] || v_sum.amount;
      elsif cardinality(v_sum.lowest) > 0 then
        v_place := cardinality(v_sum.lowest);
        v_sum.lowest[v_place] := least(v_sum.lowest[v_place], v_sum.amount);
      end if;
    end if;
    insert into protection_sum (member_id, kind, period, since, game, amount, waiting, lowest, rough)
      values (p_member, v_kind, v_limit.period, v_limit.since, v_game, v_sum.amount, v_sum.waiting, v_sum.lowest, v_rough)
      on conflict (member_id, kind, period, since, game) do update
        set amount = excluded.amount, waiting = excluded.waiting, lowest = excluded.lowest,
          rough = protection_sum.rough or excluded.rough;
  end loop;
end $$;
