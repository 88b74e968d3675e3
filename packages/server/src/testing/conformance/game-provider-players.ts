import { ZERO } from '@krapao/contract/money';
import { describe, expect, it } from 'vitest';
import { NO_PLAYER_AT_PROVIDER } from '../../ports/game-provider.ts';
import { isUnknown } from './port-world.ts';
import { newPlayer, transferOf, sent, type ProviderTrial } from './provider-trial.ts';

/** Matches a refusal and an answer that decides nothing. */
const notDone: unknown = expect.objectContaining({ outcome: expect.stringMatching(/refused|unknown/) });

export function describePlayers(trial: ProviderTrial): void {
  describe('players', () => {
    it('creates a player, and finds one that exists already created', async () => {
      const player = newPlayer();
      expect((await trial.provider.createPlayer(player)).outcome).toBe('done');
      const again = await trial.provider.createPlayer({ ...player, password: 'another-password' });
      expect(again.outcome).toBe('done');
      expect(await trial.balance(player.username)).toBe(0n);
      if (!trial.traits.hasPasswords) return;
      const password = trial.traits.keepsPassword ? player.password : 'another-password';
      expect(await trial.signIn({ ...player, password })).not.toBeNull();
    });

    it.runIf(trial.traits.hasPasswords)(
      'sets a password, which is the one that counts from then on',
      async () => {
        const player = await trial.join();
        const changed = { ...player, password: 'second-password' };
        expect((await trial.provider.setPassword(changed)).outcome).toBe('done');
        expect(await trial.signIn(changed)).not.toBeNull();
        expect(await trial.signIn(player)).toBeNull();
      },
    );

    it.runIf(trial.traits.logsOut && trial.traits.hasPasswords)(
      'logs a player out, playing or not',
      async () => {
        const player = await trial.join();
        expect((await trial.provider.logOut(player.username)).outcome).toBe('done');
        const cookie = await trial.signIn(player);
        expect(await trial.isPlaying(cookie)).toBe(true);
        expect((await trial.provider.logOut(player.username)).outcome).toBe('done');
        expect(await trial.isPlaying(cookie)).toBe(false);
      },
    );

    it('refuses a player there is not, by the reason we know', async () => {
      const stranger = newPlayer();
      const refused = { outcome: 'refused', reason: NO_PLAYER_AT_PROVIDER };
      const { hasPasswords, tellsStrangers, refusesTransfers } = trial.traits;
      const expected = tellsStrangers ? refused : notDone;
      if (hasPasswords) expect(await trial.provider.setPassword(stranger)).toEqual(expected);
      expect(await trial.provider.balance(stranger.username)).toEqual(expected);
      const ofTransfer = refusesTransfers ? expected : notDone;
      expect(await trial.deposit(stranger.username, 100n)).toEqual(ofTransfer);
      expect(await trial.withdraw(stranger.username, 100n)).toEqual(ofTransfer);
    });

    it('sends names as they are', async () => {
      const odd = '../../odd name/?&#%=';
      expect(await trial.provider.balance(odd)).toEqual(notDone);
      if (trial.traits.tellsStrangers) expect((await trial.provider.balance(odd)).outcome).toBe('refused');
      const lookedUp = await trial.lookUp(transferOf('deposit', odd, 100n, odd), null);
      expect(lookedUp.outcome).not.toBe('done');
    });

    it('knows that nothing was sent when nobody listens', async () => {
      const cut = trial.adapter({ baseUrl: trial.deadUrl });
      const transfer = transferOf('deposit', 'kpx', 1n);
      const nothing = isUnknown(false);
      expect(await cut.createPlayer(newPlayer())).toEqual(nothing);
      expect(await cut.transfer(transfer)).toEqual(nothing);
      expect(await cut.balance('kpx')).toEqual(nothing);
      if (trial.traits.report !== 'none') expect(await cut.turnoverSince(null)).toEqual(nothing);
      expect(await cut.health()).toEqual(nothing);
      expect((await cut.lookUp(sent(transfer, null))).outcome).toBe('unknown');
    });

    it('does nothing with a wrong secret, and learns nothing from a look-up', async () => {
      const { username } = await trial.join();
      const transfer = transferOf('deposit', username, 100n);
      expect((await trial.provider.transfer(transfer)).outcome).toBe('done');
      const wrong = trial.adapter({ secret: 'a wrong secret' });
      const refusal = trial.traits.tellsWrongSecret ? 'refused' : expect.stringMatching(/refused|unknown/);
      expect((await wrong.transfer(transferOf('deposit', username, 1n))).outcome).toEqual(refusal);
      expect((await wrong.balance(username)).outcome).toEqual(refusal);
      expect((await wrong.lookUp(sent(transfer, ZERO))).outcome).toBe('unknown');
      expect((await wrong.health()).outcome).not.toBe('done');
      expect(await trial.balance(username)).toBe(100n);
    });
  });
}
