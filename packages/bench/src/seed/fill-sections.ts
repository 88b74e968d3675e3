import type { Connection } from './connection.ts';

/** Rows of the two members whose pages are measured: the first one, and the one with most movements. */
const MOST = {
  /** Reported stakes of the last 60 days. */
  entries: 20_000,
  /** Days with play before. */
  days: 400,
  messages: 5_000,
  bonuses: 200,
  friends: 300,
  /** Members who share one browser. */
  browser: 60,
} as const;

/** Entries of feeds that wait, and those that were closed, a member. */
const REJECTED = { open: 0.005, closed: 0.05 } as const;

const memberOf = (n: string): string => `'bench' || lpad((${n})::text, 7, '0')`;

/** Returns SQL of an id of a text. */
const idOf = (text: string): string =>
  `(substr(md5(${text}), 1, 12) || '5' || substr(md5(${text}), 14, 3) || '8' || substr(md5(${text}), 18, 15))::uuid`;

/**
 * Adds what the sections of a member's page show: play, bonuses, messages, browsers, friends; and entries of feeds that
 * were put aside. All members have some, two have very many.
 */
export async function fillSections(connection: Connection, members: number): Promise<void> {
  for (const statement of statements(members)) await connection.query(statement);
}

const statements = (members: number): readonly string[] => {
  const heavy = `(values (${memberOf('1')}), (${memberOf(String(members))})) h (id)`;
  return [
    `insert into turnover_cursor (provider, leased_until, read_at) values ('PG', now(), now())
      on conflict (provider) do update set read_at = now()`,
    `insert into turnover_entry (provider, reference, member_id, category, game, turnover, win_loss, at)
      select 'PG', id || '-play-' || n, id, 'SLOT', 'game', 1000, (n % 5) * 500 - 1000,
          now() - n * interval '60 days' / ${MOST.entries}
        from ${heavy}, generate_series(1, ${MOST.entries}) n`,
    `insert into turnover_entry (provider, reference, member_id, category, game, turnover, win_loss, at)
      select 'PG', 'few-play-' || n, ${memberOf('n')}, 'SLOT', 'game', 1000, -500, now() - n % 90 * interval '1 day'
        from generate_series(2, ${members - 1}) n`,
    `insert into turnover_day (provider, member_id, category, day, entries, turnover, win_loss)
      select 'PG', id, 'SLOT', current_date - 100 - n, 50, 50000, -2000
        from ${heavy}, generate_series(1, ${MOST.days}) n`,
    `insert into turnover_total (provider, member_id, turnover, win_loss)
      select 'PG', member_id, sum(turnover), sum(win_loss) from (
        select member_id, turnover, win_loss from turnover_entry
        union all select member_id, turnover, win_loss from turnover_day) played group by member_id
      on conflict do nothing`,
    `insert into chat_conversation (id, member_id, last_seq) select id, id, ${MOST.messages} from ${heavy}`,
    `insert into chat_message (id, conversation_id, seq, sender, content, created_at, handed_on_at)
      select ${idOf('id || n')}, id, n, case n % 2 when 0 then 'operator' else 'customer' end,
          jsonb_build_object('message_type', 'text', 'payload', jsonb_build_object('text', 'message ' || n)),
          now() - (${MOST.messages} - n) * interval '1 minute', now()
        from ${heavy}, generate_series(1, ${MOST.messages}) n`,
    `insert into user_bonus (id, member_id, source, code, state, terms, deposit_amount, bonus_amount, credit_id,
        own_money, position, turnover_needed, turnover_done, activated_at, expires_at, check_at, ended_at)
      select ${idOf("id || n || 'bonus'")}, id, 'bonus', 'WELCOME', 'failed', '{"name": {"en": "Welcome"}}', 0, 1000,
          ${idOf("id || n || 'credit'")}, 0, 1, 5000, n, now() - n * interval '1 day',
          now() - n * interval '1 day', now(), now() - n * interval '1 day'
        from ${heavy}, generate_series(1, ${MOST.bonuses}) n`,
    `insert into member_device (member_id, device_hash, last_login_at)
      select ${memberOf('n')}, decode(md5(n::text), 'hex'), now() from generate_series(1, ${members}) n`,
    `insert into member_device (member_id, device_hash, last_login_at)
      select ${memberOf('n')}, '\\x00'::bytea, now() - n * interval '1 hour' from generate_series(1, ${MOST.browser}) n
      union all select ${memberOf(String(members))}, '\\x00'::bytea, now()`,
    `insert into invite_friend (friend_id, inviter_id, joined_at)
      select ${memberOf('n')}, case n % 2 when 0 then ${memberOf('1')} else ${memberOf(String(members))} end,
          now() - n * interval '1 hour'
        from generate_series(2, ${2 * MOST.friends}) n
      on conflict do nothing`,
    `insert into rejected_entry (id, source, reason, form, entry, created_at, closed_at, note)
      select ${idOf("'entry' || n")}, 'bank', 'no valid amount', 'listed',
          jsonb_build_object('reference', 'R' || n, 'amount', 'x', 'fromName', 'SOMYING')::text,
          now() - n * interval '1 minute', case when n > ${Math.ceil(REJECTED.open * members)} then now() end, ''
        from generate_series(1, ${Math.ceil((REJECTED.open + REJECTED.closed) * members)}) n`,
  ];
};
