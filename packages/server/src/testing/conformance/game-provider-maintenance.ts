import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAINTENANCE_AT_PROVIDER, type ProviderTransfer } from '../../ports/game-provider.ts';
import { isService } from './game-provider-table.ts';
import { money, newPlayer, transferOf, type Player, type ProviderTrial } from './provider-trial.ts';

const HAD = money(1_000n);
/** Returns the answer during maintenance: the reason we know, or one that decides nothing. */
const closedAt = ({ traits }: ProviderTrial): unknown =>
  traits.tellsMaintenance
    ? { outcome: 'refused', reason: MAINTENANCE_AT_PROVIDER }
    : expect.objectContaining({ outcome: 'unknown' });

/** A provider in maintenance has executed nothing, and its answer says nothing about earlier transfers. */
export function describeMaintenance(trial: ProviderTrial): void {
  describe('health', () => {
    it('is up, and not known to be when nobody listens', async () => {
      expect(await trial.provider.health()).toEqual({ outcome: 'done', value: undefined });
      const cut = trial.adapter({ baseUrl: trial.deadUrl });
      expect((await cut.health()).outcome).toBe('unknown');
    });
  });

  describe('maintenance', () => {
    const closed = closedAt(trial);
    let player: Player;
    let before: ProviderTransfer;
    beforeAll(async () => {
      player = await trial.join(HAD);
      before = transferOf('deposit', player.username, 100n);
      await trial.provider.transfer(before);
      await trial.maintenance(true);
    });
    afterAll(() => trial.maintenance(false));

    it.each(['deposit', 'withdraw'] as const)('%s is refused, and nothing moves', async (direction) => {
      const transfer = transferOf(direction, player.username, 100n);
      expect(await trial.provider.transfer(transfer)).toEqual(closed);
      await trial.maintenance(false);
      expect(await trial.balance(player.username)).toBe(HAD + 100n);
      // The refusal is not on record either: the same transfer may be made now.
      expect((await trial.lookUp(transfer, money(HAD + 100n))).outcome).toBe('not_found');
      await trial.maintenance(true);
    });

    it('a look-up is not: what was sent before may be done', async () => {
      expect((await trial.lookUp(before, HAD)).outcome).toBe('unknown');
    });

    it('every other call is refused by the reason we know', async () => {
      const { provider } = trial;
      const { username } = player;
      const all = await Promise.all([
        provider.health(),
        provider.createPlayer(newPlayer()),
        ...(trial.traits.hasPasswords ? [provider.setPassword(player)] : []),
        provider.balance(username),
        ...(trial.traits.logsOut ? [provider.logOut(username)] : []),
        ...(trial.under.launch !== 'none' || !isService(trial.under.dialect)
          ? [provider.launch({ ...player, language: 'th' })]
          : []),
        ...(trial.traits.listsTransfers ? [provider.transfersSince(username, new Date())] : []),
        ...(trial.traits.report === 'none' ? [] : [provider.turnoverSince(null)]),
      ]);
      for (const outcome of all) expect(outcome).toEqual(closed);
      const tokens = await provider.formTokens();
      const isWithout = tokens.outcome === 'done' && tokens.value === null;
      if (!isWithout) expect(tokens).toEqual(closed);
    });

    it('is over when it is over', async () => {
      await trial.maintenance(false);
      expect((await trial.provider.health()).outcome).toBe('done');
      expect((await trial.deposit(player.username, 1n)).outcome).toBe('done');
      await trial.withdraw(player.username, 1n);
      await trial.maintenance(true);
    });
  });
}
