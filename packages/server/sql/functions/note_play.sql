-- version 1
-- Notes signs of play, one entry of each array a sign: a launch, or an entry of a provider's report with its stake and
-- winnings. The rows of the members' checks are locked first and in one order, so that each five minutes are counted
-- once, whoever notes them.
create or replace function note_play(p_members text[], p_providers text[], p_ats timestamptz[], p_staked bigint[], p_won bigint[])
returns void language plpgsql as $$
begin
  insert into reality_check (member_id) select distinct member_id from unnest(p_members) m (member_id) order by 1
    on conflict do nothing;
  perform from reality_check where member_id = any (p_members) order by member_id for update;
  with told as (
    select s.member_id, s.provider, s.staked, s.won, date_bin('5 minutes', s.at, 'epoch') as at,
        (s.at at time zone 'Asia/Bangkok')::date as day,
        set_bit(repeat('0', 288)::bit(288), (date_part('hour', s.at at time zone 'Asia/Bangkok') * 12
          + floor(date_part('minute', s.at at time zone 'Asia/Bangkok') / 5))::int, 1) as slot
      from unnest(p_members, p_providers, p_ats, p_staked, p_won) s (member_id, provider, at, staked, won)
  ), sign as (
    select member_id, day, provider, bit_or(slot) as slots from told group by 1, 2, 3
  ), known as (
    select s.member_id, s.day, bit_or(p.slots) as slots from (select distinct member_id, day from sign) s
      join play_time p on p.member_id = s.member_id and p.day = s.day
      group by 1, 2
  ), noted as (
    insert into play_time as p (member_id, day, provider, slots)
      select member_id, day, provider, slots from sign order by 1, 2, 3
      on conflict (member_id, day, provider) do update set slots = p.slots | excluded.slots
        where (p.slots | excluded.slots) <> p.slots
  ), added as (
    select s.member_id, sum(bit_count(s.slots | coalesce(k.slots, s.slots)) - coalesce(bit_count(k.slots), 0)) as slots
      from (select member_id, day, bit_or(slots) as slots from sign group by 1, 2) s
      left join known k on k.member_id = s.member_id and k.day = s.day
      group by 1
  ), money as (
    select member_id, sum(staked) as staked, sum(won) as won, min(at) as from_at from told group by 1
  )
  update reality_check c set from_at = least(c.from_at, m.from_at), slots = c.slots + a.slots,
      staked = c.staked + m.staked, won = c.won + m.won
    from added a join money m on m.member_id = a.member_id
    where c.member_id = a.member_id;
end $$;
