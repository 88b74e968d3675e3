import { newId } from '../kernel/ids.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { AccountId } from '../ledger/types.ts';

/** A movement between two accounts, without its id and amount. */
export interface Movement {
  debit: AccountId;
  credit: AccountId;
  kind: string;
  detail: object;
}

/** The member of a movement, reduced to what it needs. */
export interface Mover {
  id: string;
  walletAccount: AccountId;
}

const HOUSES = [
  'provider:PG',
  'gateway:TEST',
  'suspense:TEST',
  'bank:payout:TEST',
  'bonus:refund',
  'adjustments:TEST',
] as const;

/** Makes movements as the ledger accepts them, for tests of what happens around them. */
export class PlainMovements {
  readonly #houses: ReadonlyMap<string, AccountId>;

  private constructor(houses: ReadonlyMap<string, AccountId>) {
    this.#houses = houses;
  }

  /** Opens the house accounts. */
  static async open(ledger: Ledger): Promise<PlainMovements> {
    const houses = HOUSES.map(async (name) => [name, await ledger.house(name, 'BAHT')] as const);
    return new PlainMovements(new Map(await Promise.all(houses)));
  }

  house(name: (typeof HOUSES)[number]): AccountId {
    return this.#houses.get(name) ?? (0n as AccountId);
  }

  deposit(credit: AccountId, more: object = {}): Movement {
    const detail = { provider: 'TEST', reference: newId(), ...more };
    return { debit: this.house('gateway:TEST'), credit, kind: 'deposit', detail };
  }

  fromSuspense(credit: AccountId, origin: string): Movement {
    const detail = { provider: 'TEST', reference: newId(), origin };
    return { debit: this.house('suspense:TEST'), credit, kind: 'suspense_out', detail };
  }

  intoGame({ id, walletAccount: debit }: Mover): Movement {
    const detail = { provider: 'PG', username: 'x', memberId: id };
    return { debit, credit: this.house('provider:PG'), kind: 'game_in', detail };
  }

  home({ id, walletAccount: credit }: Mover): Movement {
    const detail = { provider: 'PG', username: 'x', memberId: id };
    return { debit: this.house('provider:PG'), credit, kind: 'game_out', detail };
  }

  withdrawal({ walletAccount: debit }: Mover, more: object = {}): Movement {
    const detail = { bankCode: 'KBANK', bankAccountNo: '1', bankAccountName: 'A', ...more };
    return { debit, credit: this.house('bank:payout:TEST'), kind: 'withdraw', detail };
  }

  reward({ walletAccount: credit }: Mover): Movement {
    return {
      debit: this.house('bonus:refund'),
      credit,
      kind: 'bonus',
      detail: { link: 'refund', code: 'x' },
    };
  }

  correction({ walletAccount: credit }: Mover): Movement {
    const detail = { approval: newId(), reason: 'x' };
    return { debit: this.house('adjustments:TEST'), credit, kind: 'adjustment', detail };
  }

  release({ walletAccount: credit }: Mover, held: AccountId): Movement {
    return { debit: held, credit, kind: 'held_release', detail: { asked: 'member' } };
  }

  heldPayout({ walletAccount: credit }: Mover, held: AccountId, payout: string): Movement {
    return { debit: held, credit, kind: 'held_payout', detail: { payout } };
  }
}
