import type { Database } from '../support/database.ts';

/** In the demo's content: a coin for every hundred baht deposited net of withdrawals. */
const SATANG_PER_COIN = 10_000n;

interface Flow {
  member_id: string;
  /** Above 0: a deposit. Below: a paid withdrawal. */
  change: string;
}

/**
 * Compares members' coins with their deposits net of withdrawals: the same money earns once, however often it
 * goes in and out.
 * @returns a line for each member who earned more
 */
export async function compareCoins(database: Database): Promise<string[]> {
  const highest = new Map<string, { net: bigint; most: bigint }>();
  for (const { member_id: id, change } of (await database.query(flows)) as unknown as Flow[]) {
    const { net, most } = highest.get(id) ?? { net: 0n, most: 0n };
    // Withdrawn winnings were never deposited, so the net is never below zero.
    const after = net + BigInt(change) < 0n ? 0n : net + BigInt(change);
    highest.set(id, { net: after, most: after > most ? after : most });
  }
  const earned = await database.query(
    `select member_id, sum(coins)::text as coins from coin_day group by member_id`,
  );
  return earned.flatMap(({ member_id: id, coins }) => {
    const due = (highest.get(String(id))?.most ?? 0n) / SATANG_PER_COIN;
    if (BigInt(String(coins)) <= due) return [];
    return [`${String(id)} earned ${String(coins)} coins; net deposits make ${due} at most`];
  });
}

const flows = `
  select m.id as member_id, f.change::text as change
    from member m
    join lateral (
      select credit_no as no, amount as change from ledger_transfer
        where credit_account = m.wallet_account and credit_no is not null and state = 'posted'
          and kind in ('deposit', 'suspense_out')
      union all
      select debit_no, -amount from ledger_transfer
        where debit_account = m.wallet_account and debit_no is not null and state = 'posted' and kind = 'withdraw'
    ) f on true
    order by m.id, f.no`;
