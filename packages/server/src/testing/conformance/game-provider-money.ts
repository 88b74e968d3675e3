import { randomUUID } from 'node:crypto';
import { ZERO } from '@krapao/contract/money';
import { describe, expect, it } from 'vitest';
import {
  BALANCE_TELLS_NOTHING,
  INSUFFICIENT_AT_PROVIDER,
  type GameProvider,
} from '../../ports/game-provider.ts';
import { isService } from './game-provider-table.ts';
import { money, transferOf, type ProviderTrial } from './provider-trial.ts';

const insufficient = { outcome: 'refused', reason: INSUFFICIENT_AT_PROVIDER };

const wasRefused = expect.objectContaining({ outcome: 'refused' }) as unknown;
const notRecorded = { outcome: 'not_found' };

/** Returns the answer to a withdrawal of more than there is. */
const tooMuch = ({ traits }: ProviderTrial): unknown =>
  traits.refusesTransfers ? insufficient : expect.objectContaining({ outcome: 'unknown' });

export function describeMoney(trial: ProviderTrial, settlesBy: GameProvider['settlesBy']): void {
  describe('money', () => {
    it('says how a transfer without an answer is settled', () => {
      expect(trial.provider.settlesBy).toBe(settlesBy);
    });

    it('moves credit in and out, to the satang', async () => {
      const { username } = await trial.join();
      expect(await trial.deposit(username, 12_345n)).toEqual({ outcome: 'done', value: 12_345n });
      expect(await trial.withdraw(username, 345n)).toEqual({ outcome: 'done', value: 12_000n });
      expect(await trial.withdraw(username, 12_000n)).toEqual({ outcome: 'done', value: 0n });
      expect(await trial.balance(username)).toBe(0n);
    });

    it('refuses more than there is, by the reason we know', async () => {
      const { username } = await trial.join(100n);
      expect(await trial.withdraw(username, 101n)).toEqual(tooMuch(trial));
      expect(await trial.balance(username)).toBe(100n);
    });

    it('keeps players apart', async () => {
      const [one, other] = [await trial.join(100n), await trial.join(200n)];
      await trial.deposit(one.username, 50n);
      expect([await trial.balance(one.username), await trial.balance(other.username)]).toEqual([150n, 200n]);
    });

    it('sees in the balance what was played', async () => {
      const { username } = await trial.join(10_000n);
      await trial.play(username, { bet: 20, win: 5 });
      expect(await trial.balance(username)).toBe(8_500n);
      expect(await trial.withdraw(username, 8_501n)).toEqual(tooMuch(trial));
    });

    it.runIf(trial.traits.listsTransfers)(
      'lists what it has on record of a player since a moment',
      async () => {
        const [{ username }, other] = [await trial.join(), await trial.join(100n)];
        const since = new Date(Date.now() - 60_000);
        const [moved, taken] = [randomUUID(), randomUUID()];
        await trial.deposit(username, 12_345n, moved);
        await trial.withdraw(username, 45n, taken);
        const listed = await trial.provider.transfersSince(username, since);
        const named = (reference: string) => (settlesBy === 'reference' ? reference : null);
        const row = (direction: string, amount: bigint, reference: string) => ({
          reference: named(reference),
          direction,
          amount,
          isDone: true,
          at: expect.any(Date),
        });
        const rows = listed.outcome === 'done' ? listed.value.entries : [];
        expect(new Set(rows)).toEqual(new Set([row('deposit', 12_345n, moved), row('withdraw', 45n, taken)]));
        for (const { at } of rows) expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(60_000);
        const later = new Date(Date.now() + 60_000);
        expect(await trial.provider.transfersSince(username, later)).toEqual({
          outcome: 'done',
          value: { entries: [], rejected: [] },
        });
        expect(await trial.balance(other.username)).toBe(100n);
      },
    );
  });
}

/** Tests providers that take our references. */
export function describeReferenceSettled(trial: ProviderTrial): void {
  describe('settled by reference', () => {
    it('looks transfers up: done, refused, never seen', async () => {
      const { username } = await trial.join();
      const [did, didNot] = [transferOf('deposit', username, 100n), transferOf('withdraw', username, 101n)];
      await trial.provider.transfer(did);
      await trial.provider.transfer(didNot);
      expect((await trial.lookUp(did, null)).outcome).toBe('done');
      const { recordsRefusals } = trial.traits;
      // A service knows that it was refused, and not why.
      const recorded = isService(trial.under.dialect) ? wasRefused : insufficient;
      expect(await trial.lookUp(didNot, null)).toEqual(recordsRefusals ? recorded : notRecorded);
      expect(await trial.lookUp(transferOf('deposit', username, 1n), null)).toEqual({ outcome: 'not_found' });
    });

    const { listsTransfers, recordsRefusals, looksUpDirection, looksUpPlayer, repeatsResult, refusesReuse } =
      trial.traits;
    it.runIf(listsTransfers && recordsRefusals)('has refused transfers on record too', async () => {
      const { username } = await trial.join();
      const reference = randomUUID();
      await trial.withdraw(username, 99_999n, reference);
      expect(await trial.provider.transfersSince(username, new Date(0))).toEqual({
        outcome: 'done',
        value: {
          entries: [
            { reference, direction: 'withdraw', amount: 99_999n, isDone: false, at: expect.any(Date) },
          ],
          rejected: [],
        },
      });
    });

    it('says so when what is on record under a reference is something else', async () => {
      const [{ username }, other] = [await trial.join(200n), await trial.join()];
      const did = transferOf('deposit', username, 100n);
      await trial.provider.transfer(did);
      const didNot = transferOf('withdraw', username, 999n);
      await trial.provider.transfer(didNot);
      for (const asked of [
        { ...did, amount: money(101n) },
        ...(looksUpDirection ? [{ ...did, direction: 'withdraw' as const }] : []),
        ...(looksUpPlayer ? [{ ...did, username: other.username }] : []),
        ...(recordsRefusals ? [{ ...didNot, amount: money(1n) }] : []),
      ]) {
        expect((await trial.lookUp(asked, null)).outcome).toBe('differs');
      }
    });

    it('moves once for one reference, and gives the first result again', async () => {
      const { username } = await trial.join();
      const reference = randomUUID();
      expect(await trial.deposit(username, 100n, reference)).toEqual({ outcome: 'done', value: 100n });
      await trial.deposit(username, 50n);
      const again = await trial.deposit(username, 100n, reference);
      if (repeatsResult) expect(again).toEqual({ outcome: 'done', value: 100n });
      // A refusal of the repetition must not undo the transfer.
      else expect(again.outcome).not.toBe('refused');
      await Promise.all(Array.from({ length: 10 }, () => trial.deposit(username, 100n, reference)));
      expect(await trial.balance(username)).toBe(150n);
    });

    it('refuses a reference for other content', async () => {
      const [{ username }, other] = [await trial.join(), await trial.join()];
      const reference = randomUUID();
      await trial.deposit(username, 100n, reference);
      const refusal = refusesReuse ? 'refused' : 'unknown';
      expect((await trial.deposit(username, 101n, reference)).outcome).toBe(refusal);
      expect((await trial.deposit(other.username, 100n, reference)).outcome).toBe(refusal);
      expect((await trial.withdraw(username, 100n, reference)).outcome).toBe(refusal);
      expect([await trial.balance(username), await trial.balance(other.username)]).toEqual([100n, 0n]);
    });
  });
}

/** Tests providers that take no references. */
export function describeBalanceSettled(trial: ProviderTrial): void {
  describe('settled by balance', () => {
    it('finds a transfer by what it changed: done, not done, nothing to tell by', async () => {
      const { username } = await trial.join(1_000n);
      const [put, took] = [transferOf('deposit', username, 300n), transferOf('withdraw', username, 200n)];
      expect(await trial.lookUp(put, money(1_000n))).toEqual({ outcome: 'not_found' });
      await trial.provider.transfer(put);
      expect((await trial.lookUp(put, money(1_000n))).outcome).toBe('done');
      expect(await trial.lookUp(took, money(1_300n))).toEqual({ outcome: 'not_found' });
      await trial.provider.transfer(took);
      expect((await trial.lookUp(took, money(1_300n))).outcome).toBe('done');

      const nothing = { outcome: 'unknown', reason: BALANCE_TELLS_NOTHING, sent: true };
      expect(await trial.lookUp(put, null)).toEqual(nothing);
      await trial.play(username, { bet: 1, win: 0 });
      expect(await trial.lookUp(took, money(1_300n))).toEqual(nothing);
    });

    it('learns nothing of a transfer from a player it cannot ask about', async () => {
      const transfer = transferOf('deposit', 'nobody-there', 100n);
      expect((await trial.lookUp(transfer, ZERO)).outcome).toBe('unknown');
    });

    it('moves again when it is sent again: it is never sent twice', async () => {
      const { username } = await trial.join();
      const reference = randomUUID();
      await trial.deposit(username, 100n, reference);
      await trial.deposit(username, 100n, reference);
      expect(await trial.balance(username)).toBe(200n);
    });
  });
}
