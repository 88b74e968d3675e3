import { randomUUID } from 'node:crypto';
import type { Database } from '../support/database.ts';
import { until } from '../support/until.ts';
import { act, untilActive } from './acts.ts';
import { depositByBank, depositByQr, depositBySlip } from './deposits.ts';
import { perform } from './steps.ts';
import type { Press, Step } from './vocabulary.ts';
import type { Actor, World } from './world.ts';

/** A settled world without errors, and its ledger. */
export interface PlantedWorld {
  world: World;
  database: Database;
  /** Waits until all movements have ended. */
  settled: () => Promise<void>;
}

/** A fault as in real programs, applied to a sound world from the outside. */
export interface PlantedFault {
  name: string;
  /** Detector of the fault: the audit, or the simulation's own record of owners and forbidden states. */
  by: 'audit' | 'simulation';
  /** Pattern of the line that finds it. */
  line: RegExp;
  plant: (planted: PlantedWorld) => Promise<void>;
}

const PRESS: Press = { server: 0, times: 1, retry: true };
const OUR_ACCOUNT = '0001234572';
const SOON_MS = 60_000;
/**
 * Long enough for the next try of a payout, also on a busy machine: each try waits longer than the one
 * before.
 */
const FROZEN_MS = 120_000;

/** A member without bonuses whose payouts do not wait. */
const PLAIN = 1;
const BONUS_TAKER = 3;
const actorOf = ({ actors }: World, no: number): Actor => actors[no] as Actor;

/** SQL for the wallet account of a member. */
const walletOf = ({ username }: Actor): string =>
  `(select wallet_account from member where username = '${username}')`;
const houseOf = (code: string): string => `(select id from ledger_account where code = 'house:${code}:BAHT')`;

/** Runs statements without triggers, as a faulty program's might run. */
const change = async (database: Database, statements: string): Promise<void> => {
  await database.query(`set session_replication_role = replica; ${statements}`);
};

/** Posts a movement of 50 baht to a wallet that is consistent in itself: balances and numbers fit. */
const credit = (database: Database, from: string, to: string, kind: string, detail: object): Promise<void> =>
  change(
    database,
    `select ledger_submit(array['${randomUUID()}']::uuid[], array[${from}]::bigint[], array[${to}]::bigint[],
      array[5000]::bigint[], array['${kind}'], array[false], array[false], array['${JSON.stringify(detail)}'])`,
  );

/** Voids a posted movement out of a wallet, balances included. */
const voidPosted = (database: Database, id: string): Promise<void> =>
  change(
    database,
    `update ledger_account a set balance = balance + t.amount from ledger_transfer t
        where t.id = '${id}' and a.id = t.debit_account;
      update ledger_account a set balance = balance - t.amount from ledger_transfer t
        where t.id = '${id}' and a.id = t.credit_account;
      update ledger_transfer set state = 'voided' where id = '${id}'`,
  );

const one = async (database: Database, query: string): Promise<string> => {
  const [row] = await database.query(query);
  if (!row) throw new Error(`nothing to plant the fault on: ${query}`);
  return String(row['id']);
};

const step = (world: World, what: Step) => perform(world, { ...what, press: PRESS }, randomUUID());

/** Deposits money into the wallet and waits for it. */
async function fund(world: World, member: number, amount: number): Promise<void> {
  const { api, username } = actorOf(world, member);
  const amountOf = async () => (await api.ok('GET /api/wallet')).wallet.amount;
  const before = await amountOf();
  await step(world, { kind: 'qr', member, provider: 'KBANK', amount, use: 'pay', other: amount });
  await until(`${username} is paid`, SOON_MS, async () => (await amountOf()) >= before + amount);
}

export const PLANTED_FAULTS: readonly PlantedFault[] = [
  {
    name: "a masked sender's money is credited to the member whose digits show",
    by: 'simulation',
    line: /lookalike.* never arrived/,
    plant: async ({ world, database, settled }) => {
      const from = 'lookalike';
      const lookalike = { kind: 'bank', member: PLAIN, toAccountNo: OUR_ACCOUNT, amount: 321.09 } as const;
      await depositByBank(world, { ...lookalike, from, stranger: '' });
      await settled();
      const id = await one(
        database,
        `select id from ledger_transfer where amount = 32109 and detail ->> 'unmatched' is not null limit 1`,
      );
      const wallet = walletOf(actorOf(world, PLAIN));
      await change(
        database,
        `update ledger_account set balance = balance - 32109
            where id = (select credit_account from ledger_transfer where id = '${id}');
          update ledger_account set balance = balance + 32109, movements = movements + 1 where id = ${wallet};
          update ledger_transfer set credit_account = ${wallet}, detail = detail - 'unmatched',
              credit_no = (select movements from ledger_account where id = ${wallet})
            where id = '${id}'`,
      );
    },
  },
  {
    name: 'one transfer is credited by its slip and again by the statement, under two references',
    by: 'audit',
    line: /^wrong: bank transfers: .*nothing came in/,
    plant: async ({ world, database, settled }) => {
      const member = PLAIN;
      await depositBySlip(
        world,
        { kind: 'slip', member, amount: 612.34, by: 'sender', first: 'either', other: member },
        PRESS,
      );
      await settled();
      const detail = { provider: 'SCB', reference: 'the slip’s own' };
      await credit(
        database,
        houseOf(`bank:${OUR_ACCOUNT}`),
        walletOf(actorOf(world, member)),
        'deposit',
        detail,
      );
    },
  },
  {
    name: 'a bonus is set free while its provider is off, as if nothing were there',
    by: 'simulation',
    line: /^bonus .* failed at a cost of 0/,
    plant: async ({ world, database, settled }) => {
      const member = BONUS_TAKER;
      await step(world, { kind: 'takeBonus', member });
      await step(world, { kind: 'moveAll', member, to: 'PG2' });
      await settled();
      await world.staff.content({ secondGame: false });
      const id = await one(database, `select id from user_bonus where ended_at is null limit 1`);
      await database.query(
        `update user_bonus set state = 'failed', ended_at = now(), cost = 0 where id = '${id}'`,
      );
      await world.staff.content({});
    },
  },
  {
    name: 'a transfer is given back that has landed at the game',
    by: 'audit',
    line: /^wrong: game transfers: .*voided here, done there/,
    plant: async ({ world, database, settled }) => {
      await fund(world, PLAIN, 200);
      await step(world, { kind: 'move', member: PLAIN, from: 'WALLET', to: 'PG', amount: 150 });
      await settled();
      const query = `select id from ledger_transfer where kind = 'game_in' and state = 'posted'
        order by created_at desc limit 1`;
      await voidPosted(database, await one(database, query));
    },
  },
  {
    name: 'a payout is given back that the bank has paid',
    by: 'audit',
    line: /^wrong: payouts: .*voided here, done at the bank/,
    plant: async ({ world, database, settled }) => {
      await fund(world, PLAIN, 200);
      await step(world, { kind: 'withdraw', member: PLAIN, amount: 150 });
      await settled();
      const query = `select id from ledger_transfer where kind = 'withdraw' and state = 'posted'
        order by created_at desc limit 1`;
      await voidPosted(database, await one(database, query));
    },
  },
  {
    name: 'coins are earned by the same money, in and out and in again',
    by: 'simulation',
    line: / coins; net deposits make /,
    plant: async ({ world, database }) => {
      const { username } = actorOf(world, PLAIN);
      await change(
        database,
        `update member set coin = coin + 500 where username = '${username}';
          insert into coin_day (member_id, day, deposited, coins)
            select id, current_date - 1, 5000000, 500 from member where username = '${username}'`,
      );
    },
  },
  {
    name: 'a wallet is raised by an adjustment that has no record',
    by: 'audit',
    line: /^wrong: movements have a record: .*adjustment/,
    plant: ({ world, database }) =>
      credit(database, houseOf('bonus'), walletOf(actorOf(world, PLAIN)), 'adjustment', {
        reason: 'goodwill',
      }),
  },
  {
    name: 'one voucher is credited for each of two spellings',
    by: 'audit',
    line: /^wrong: gift links: .*credited 2 times/,
    plant: async ({ world, database, settled }) => {
      await step(world, { kind: 'gift', member: PLAIN, amount: 60, people: 1, link: 'fresh', other: PLAIN });
      await settled();
      const gift = await one(
        database,
        `select detail ->> 'giftId' as id from ledger_transfer where detail ? 'giftId' limit 1`,
      );
      const detail = { provider: 'GIFT', reference: 'gift:another spelling', giftId: gift };
      const house = `(select debit_account from ledger_transfer where detail ->> 'giftId' = '${gift}' limit 1)`;
      await credit(database, house, walletOf(actorOf(world, PLAIN)), 'deposit', detail);
    },
  },
  {
    name: 'a payout goes to the bank although its member is frozen',
    by: 'simulation',
    line: /is frozen, and the bank was given the payout/,
    plant: async ({ world, database }) => {
      await fund(world, PLAIN, 200);
      await database.query(`
        create function freeze_nobody() returns trigger language plpgsql as $$
          begin new.disabled_at := null; return new; end $$;
        create trigger freeze_nobody before update of disabled_at on member
          for each row execute function freeze_nobody()`);
      // The member is not frozen: the command reports it, and the act ignores that.
      await act(world, { kind: 'freeze', member: PLAIN, ms: FROZEN_MS }, randomUUID());
      await database.query(`drop trigger freeze_nobody on member; drop function freeze_nobody`);
    },
  },
  {
    name: 'money is let in on a closed site',
    by: 'simulation',
    line: /succeeded; stopped by: closed/,
    plant: async ({ world }) => {
      await world.staff.content({ active: false });
      await untilActive(world, false);
      world.stops.begin('closed');
      await world.staff.content({});
      await untilActive(world, true);
      const qr = { kind: 'qr', member: PLAIN, provider: 'KBANK', amount: 123, use: 'pay', other: 1 } as const;
      await depositByQr(world, qr, PRESS);
      world.stops.end('closed');
    },
  },
];
