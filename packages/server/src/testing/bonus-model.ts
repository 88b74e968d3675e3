import assert from 'node:assert/strict';
import { minor, parseDecimal, ZERO, type Minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { BonusRule } from '../content/rewards.ts';
import type { Member } from '../domain/member.ts';
import type { BonusWorld } from './bonus-world.ts';

/** Smaller credit in a game cannot be moved and is ignored. */
const DUST = 100n;
/** Time for which an expired bonus waits for stakes on open tables. */
const TABLES_WAIT_MS = 7 * 24 * 60 * 60_000;

interface Movement {
  id: string;
  kind: string;
  amount: bigint;
  is_sweep: boolean;
}

interface Row {
  id: string;
  code: string;
  state: string;
  deposit_id: string | null;
  credit_id: string;
  cost_id: string | null;
  cost: bigint;
  own_money: bigint;
  bonus_amount: bigint;
  turnover_needed: bigint;
  turnover_done: bigint;
  activated_at: Date;
  expires_at: Date;
  ended_at: Date | null;
}

interface Open {
  row: Row;
  own: bigint;
  /** Counted turnover of the stakes made, whether the server knows it or not. */
  done: bigint;
}

const cents = (text: string): bigint => parseDecimal(text) ?? 0n;

/**
 * Computes independently, by the rules, the credit that one member must have. It applies the movements one by
 * one in the order of the books. Concurrent work of the server must agree with that order.
 */
export class BonusModel {
  readonly #world: BonusWorld;
  readonly #member: Member;
  readonly #rules: ReadonlyMap<string, BonusRule>;
  readonly #takenOn = new Set<string>();
  readonly #received = new Map<string, number>();
  #position = 0n;
  /** All credit except stakes on open tables. */
  #total = 0n;
  #wallet = 0n;
  #deposit: { id: string; amount: bigint } | undefined;
  /** Withdrawals after that deposit that have not been returned. */
  readonly #withdrawn = new Set<string>();
  #open: Open | undefined;

  constructor(world: BonusWorld, member: Member, rules: readonly BonusRule[]) {
    this.#world = world;
    this.#member = member;
    this.#rules = new Map(rules.map((rule) => [rule.code, rule]));
  }

  /** Applies a stake put on a table, or its winnings: the remaining credit changes by as much. */
  credited(change: bigint): void {
    this.#total += change;
  }

  decided(stake: Minor, at: Date): void {
    const open = this.#open;
    if (!open || at < open.row.activated_at || at >= open.row.expires_at) return;
    open.done += (stake * BigInt(this.#ruleOf(open.row).games.slot ?? 0)) / 100n;
  }

  /** Applies a returned withdrawal. */
  voided(id: string, amount: bigint): void {
    this.#withdrawn.delete(id);
    assert.equal(this.#open, undefined, 'a withdrawal was under way while a bonus was active');
    this.#total += amount;
    this.#wallet += amount;
  }

  /** Follows the books up to now and compares everything comparable. */
  async check(): Promise<void> {
    const rows = await this.#rows();
    for (const movement of await this.#movements()) this.#follow(movement, rows);
    this.#closeWhatEnded(rows);

    const stillOpen = rows.filter(({ ended_at: endedAt }) => endedAt === null);
    assert.ok(stillOpen.length <= 1, 'two bonuses at a time');
    assert.equal(stillOpen[0]?.id, this.#open?.row.id);
    if (stillOpen[0]) {
      const { turnover_done: counted } = stillOpen[0];
      assert.ok(counted <= (this.#open?.done ?? 0n), 'more was counted than was staked');
    }
    const { available } = await this.#world.books.first.ledger.balance(this.#member.walletAccount);
    assert.equal(available, this.#wallet);
    assert.equal(available + this.#world.game.balance(this.#member.id), this.#total);
  }

  #follow({ id, kind, amount, is_sweep: isSweep }: Movement, rows: readonly Row[]): void {
    switch (kind) {
      case 'deposit':
        this.#add(amount);
        if (this.#open) this.#open.own += amount;
        this.#deposit = { id, amount };
        this.#withdrawn.clear();
        break;
      case 'game_in':
        this.#wallet -= amount;
        break;
      case 'game_out':
        this.#wallet += amount;
        break;
      case 'withdraw':
        this.#withdrawn.add(id);
        this.#withdraw(amount, isSweep, rows);
        break;
      case 'bonus':
        this.#take(id, amount, rows);
        break;
      case 'finish_bonus':
        this.#cost(id, amount, rows);
        break;
      default:
        assert.fail(kind);
    }
  }

  #take(id: string, amount: bigint, rows: readonly Row[]): void {
    this.#closeWhatEnded(rows);
    assert.equal(this.#open, undefined, 'taken while another was active');
    const row = rows.find(({ credit_id: creditId }) => creditId === id);
    assert.ok(row, 'money without a bonus');
    const rule = this.#ruleOf(row);
    const received = (this.#received.get(row.code) ?? 0) + 1;
    this.#received.set(row.code, received);
    assert.ok(received <= rule.maxReceived, 'taken too often');
    const onDeposit = this.#depositFor(rule, row);
    assert.equal(amount, givenBy(rule, onDeposit));
    assert.equal(row.bonus_amount, amount);
    assert.equal(row.own_money, this.#total, 'own money is not what the member had');
    assert.equal(row.turnover_needed, BigInt(rule.turnoverTimes) * (amount + onDeposit));
    this.#open = { row, own: this.#total, done: 0n };
    this.#add(amount);
  }

  #depositFor(rule: BonusRule, row: Row): bigint {
    if (cents(rule.minDeposit) === 0n) {
      assert.equal(row.deposit_id, null);
      return 0n;
    }
    assert.ok(this.#deposit, 'taken without a deposit');
    assert.equal(this.#withdrawn.size, 0, 'taken on a deposit that was withdrawn since');
    assert.equal(row.deposit_id, this.#deposit.id, 'taken on another deposit than the newest');
    assert.ok(!this.#takenOn.has(this.#deposit.id), 'taken twice on a deposit');
    assert.ok(this.#deposit.amount >= cents(rule.minDeposit), 'taken on too small a deposit');
    this.#takenOn.add(this.#deposit.id);
    return this.#deposit.amount;
  }

  #cost(id: string, amount: bigint, rows: readonly Row[]): void {
    const open = this.#open;
    assert.ok(open, 'a cost without a bonus');
    const row = rows.find((known) => known.id === open.row.id);
    assert.equal(row?.cost_id, id);
    assert.equal(row?.cost, amount);
    assert.ok(!isMet(open), 'a cost though the conditions were met');
    assert.equal(amount, this.#costOf(open));
    this.#assertIdle(open);
    this.#add(-amount);
    this.#open = undefined;
  }

  #withdraw(amount: bigint, isSweep: boolean, rows: readonly Row[]): void {
    if (this.#open) {
      const row = rows.find(({ id }) => id === this.#open?.row.id);
      if (row?.state === 'cleared') {
        assert.ok(isMet(this.#open), 'cleared before the conditions were met');
        this.#open = undefined;
      } else {
        // Ended at the same moment, without a cost.
        this.#closeWhatEnded(rows);
      }
    }
    assert.ok(!this.#open, `withdrawn ${isSweep ? 'all' : 'a part'} while a bonus was active`);
    this.#add(-amount);
  }

  /** A bonus that ended without a cost has no movement. */
  #closeWhatEnded(rows: readonly Row[]): void {
    const open = this.#open;
    const row = open && rows.find(({ id }) => id === open.row.id);
    if (!open || !row?.ended_at || row.cost > 0n) return;
    if (row.state === 'cleared') {
      assert.ok(isMet(open), 'cleared before the conditions were met');
    } else {
      assert.ok(!isMet(open), 'not cleared though the conditions were met');
      assert.equal(this.#costOf(open), 0n, 'ended free of charge');
      this.#assertIdle(open);
    }
    this.#open = undefined;
  }

  #costOf({ row, own }: Open): bigint {
    const rule = this.#ruleOf(row);
    const above = this.#total - own;
    if (above <= 0n || this.#total <= cents(rule.endsBelow)) return 0n;
    const cost = (above * BigInt(rule.percentFail)) / 100n;
    return cost < this.#wallet ? cost : this.#wallet;
  }

  #assertIdle({ row }: Open): void {
    if (this.#world.clock.now().getTime() >= row.expires_at.getTime() + TABLES_WAIT_MS) return;
    const onTable = this.#world.game.onTable(this.#member.id);
    assert.ok(onTable < DUST, `ended with ${onTable} on open tables`);
  }

  #add(amount: bigint): void {
    this.#total += amount;
    this.#wallet += amount;
  }

  #ruleOf({ code }: Row): BonusRule {
    const rule = this.#rules.get(code);
    assert.ok(rule, 'a bonus by no rule');
    return rule;
  }

  async #movements(): Promise<Movement[]> {
    const account = this.#member.walletAccount;
    const { rows } = await sql<Movement & { position: bigint }>`
      select id, kind, amount, sweep as is_sweep, coalesce(debit_no, credit_no) as position
        from ledger_transfer
        where (debit_account = ${account} or credit_account = ${account})
          and coalesce(debit_no, credit_no) > ${this.#position}
          and (state <> 'voided' or kind = 'withdraw')
        order by position`.execute(this.#world.books.first.database.queries);
    this.#position = rows.at(-1)?.position ?? this.#position;
    return rows;
  }

  async #rows(): Promise<Row[]> {
    return this.#world.books.first.database.queries
      .selectFrom('user_bonus')
      .selectAll()
      .where('member_id', '=', this.#member.id)
      .orderBy('position')
      .execute();
  }
}

const isMet = ({ row, done }: Open): boolean => done >= row.turnover_needed;

function givenBy({ gives }: BonusRule, deposit: bigint): Minor {
  if (gives.kind === 'fixed') return minor(cents(gives.amount));
  const share = (deposit * BigInt(gives.percent)) / 100n;
  const most = cents(gives.upTo);
  return minor(share < most ? share : most) || ZERO;
}
