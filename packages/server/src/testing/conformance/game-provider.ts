import { minor } from '@krapao/contract/money';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { GameProvider } from '../../ports/game-provider.ts';
import { INSUFFICIENT_AT_PROVIDER } from '../../ports/game-provider.ts';
import { commits, isUnknown, PORT_FAULTS, type Connection, type PortWorld } from './port-world.ts';

const money = (satang: bigint) => minor(satang);
const newPlayer = () => ({ username: `kp${randomUUID().slice(0, 8)}`, password: 'first-password' });

/** What every adapter of the game provider port must do. */
export function describeGameProvider(
  name: string,
  connect: (connection: Connection) => GameProvider,
  open: () => Promise<PortWorld>,
): void {
  describe(`game provider: ${name}`, () => {
    let world: PortWorld;
    let provider: GameProvider;

    beforeAll(async () => {
      world = await open();
      provider = connect(world.connection);
    });
    afterEach(() => world.heal());
    afterAll(() => world.stop());

    const join = async () => {
      const player = newPlayer();
      expect(await provider.createPlayer(player)).toEqual({ outcome: 'done', value: undefined });
      return player.username;
    };
    const deposit = (username: string, satang: bigint, reference: string = randomUUID()) =>
      provider.transfer({ reference, username, direction: 'deposit', amount: money(satang) });
    const withdraw = (username: string, satang: bigint, reference: string = randomUUID()) =>
      provider.transfer({ reference, username, direction: 'withdraw', amount: money(satang) });
    const balance = async (username: string) => {
      const answer = await provider.balance(username);
      return answer.outcome === 'done' ? answer.value : answer;
    };

    it('creates a player, and finds one that exists already created', async () => {
      const player = newPlayer();
      expect((await provider.createPlayer(player)).outcome).toBe('done');
      expect((await provider.createPlayer(player)).outcome).toBe('done');
      expect(await balance(player.username)).toBe(0n);
    });

    it('sets a password, of a player there is', async () => {
      const username = await join();
      expect((await provider.setPassword({ username, password: 'second-password' })).outcome).toBe('done');
      expect((await provider.setPassword(newPlayer())).outcome).toBe('refused');
    });

    it('moves credit in and out, to the satang', async () => {
      const username = await join();
      expect(await deposit(username, 12_345n)).toEqual({ outcome: 'done', value: 12_345n });
      expect(await withdraw(username, 345n)).toEqual({ outcome: 'done', value: 12_000n });
      expect(await withdraw(username, 12_000n)).toEqual({ outcome: 'done', value: 0n });
      expect(await balance(username)).toBe(0n);
    });

    it('refuses more than there is, by the reason we know', async () => {
      const username = await join();
      await deposit(username, 100n);
      const answer = await withdraw(username, 101n);
      expect(answer).toEqual({ outcome: 'refused', reason: INSUFFICIENT_AT_PROVIDER });
      expect(await balance(username)).toBe(100n);
    });

    it('refuses a player there is not', async () => {
      const { username } = newPlayer();
      expect((await deposit(username, 100n)).outcome).toBe('refused');
      expect((await provider.balance(username)).outcome).toBe('refused');
      expect((await provider.launch({ username, language: 'th' })).outcome).toBe('refused');
    });

    it('looks transfers up: done, refused, never seen', async () => {
      const username = await join();
      const [did, didNot] = [randomUUID(), randomUUID()];
      await deposit(username, 100n, did);
      await withdraw(username, 101n, didNot);
      expect((await provider.lookUp(did)).outcome).toBe('done');
      expect(await provider.lookUp(didNot)).toEqual({ outcome: 'refused', reason: INSUFFICIENT_AT_PROVIDER });
      expect(await provider.lookUp(randomUUID())).toEqual({ outcome: 'not_found' });
    });

    it('lists what it has on record of a player since a moment, refused ones too', async () => {
      const [username, other] = [await join(), await join()];
      const [moved, taken, refused] = [randomUUID(), randomUUID(), randomUUID()];
      const since = new Date(Date.now() - 60_000);
      await deposit(username, 12_345n, moved);
      await withdraw(username, 45n, taken);
      await withdraw(username, 99_999n, refused);
      await deposit(other, 100n);
      const listed = await provider.transfersSince(username, since);
      const rows = listed.outcome === 'done' ? listed.value : [];
      expect(new Set(rows)).toEqual(
        new Set([
          { reference: moved, direction: 'deposit', amount: 12_345n, isDone: true },
          { reference: taken, direction: 'withdraw', amount: 45n, isDone: true },
          { reference: refused, direction: 'withdraw', amount: 99_999n, isDone: false },
        ]),
      );
      const later = new Date(Date.now() + 60_000);
      expect(await provider.transfersSince(username, later)).toEqual({ outcome: 'done', value: [] });
    });

    it('moves once for one reference, and gives the first result again', async () => {
      const username = await join();
      const reference = randomUUID();
      expect(await deposit(username, 100n, reference)).toEqual({ outcome: 'done', value: 100n });
      await deposit(username, 50n);
      expect(await deposit(username, 100n, reference)).toEqual({ outcome: 'done', value: 100n });
      expect(await balance(username)).toBe(150n);
      await Promise.all(Array.from({ length: 10 }, () => deposit(username, 100n, reference)));
      expect(await balance(username)).toBe(150n);
    });

    it('refuses a reference for other content', async () => {
      const [username, other] = [await join(), await join()];
      const reference = randomUUID();
      await deposit(username, 100n, reference);
      expect((await deposit(username, 101n, reference)).outcome).toBe('refused');
      expect((await deposit(other, 100n, reference)).outcome).toBe('refused');
      expect((await withdraw(username, 100n, reference)).outcome).toBe('refused');
      expect([await balance(username), await balance(other)]).toEqual([100n, 0n]);
    });

    it('logs a player out, playing or not', async () => {
      const username = await join();
      expect((await provider.logOut(username)).outcome).toBe('done');
      const launched = await provider.launch({ username, language: 'en' });
      await fetch(launched.outcome === 'done' ? launched.value : '').then((page) => page.arrayBuffer());
      expect((await provider.logOut(username)).outcome).toBe('done');
    });

    it.each(['th', 'la', 'en'])('opens the game by an address that works: %s', async (language) => {
      const username = await join();
      const launched = await provider.launch({ username, language });
      const page = await fetch(launched.outcome === 'done' ? launched.value : '');
      expect(page.status).toBe(200);
      expect(await page.text()).toContain(username);
    });

    it.each(PORT_FAULTS)('does not know how a transfer ended under %s; the look-up does', async (fault) => {
      const username = await join();
      const reference = randomUUID();
      await world.fault(fault);
      expect(await deposit(username, 100n, reference)).toEqual(isUnknown(true));
      expect(await provider.lookUp(reference)).toEqual(isUnknown(true));
      await world.heal();
      const { outcome } = await provider.lookUp(reference);
      expect(outcome).toBe(commits(fault) ? 'done' : 'not_found');
      expect(await balance(username)).toBe(commits(fault) ? 100n : 0n);
      // Sending it again is safe either way.
      expect((await deposit(username, 100n, reference)).outcome).toBe('done');
      expect(await balance(username)).toBe(100n);
    });

    it('does not know anything else either while there is no answer', async () => {
      const player = newPlayer();
      await world.fault('timeout_before_commit');
      const { username } = player;
      const all = await Promise.all([
        provider.createPlayer(player),
        provider.setPassword(player),
        provider.balance(username),
        provider.logOut(username),
        provider.transfersSince(username, new Date()),
        provider.launch({ username, language: 'th' }),
      ]);
      for (const outcome of all) expect(outcome).toEqual(isUnknown(true));
    });

    it('knows that nothing was sent when nobody listens', async () => {
      const cut = connect({ ...world.connection, baseUrl: world.deadUrl });
      const transfer = {
        reference: randomUUID(),
        username: 'kpx',
        direction: 'deposit',
        amount: money(1n),
      } as const;
      expect(await cut.transfer(transfer)).toEqual(isUnknown(false));
      expect(await cut.lookUp(transfer.reference)).toEqual(isUnknown(false));
      expect(await cut.balance('kpx')).toEqual(isUnknown(false));
    });

    it('moves nothing with a wrong secret, and learns nothing from a look-up', async () => {
      const username = await join();
      const reference = randomUUID();
      await deposit(username, 100n, reference);
      const wrong = connect({ ...world.connection, secret: 'a wrong secret' });
      const more = { reference: randomUUID(), username, direction: 'deposit', amount: money(1n) } as const;
      expect((await wrong.transfer(more)).outcome).toBe('refused');
      expect((await wrong.lookUp(reference)).outcome).toBe('unknown');
      expect(await balance(username)).toBe(100n);
    });

    it('sends names as they are', async () => {
      const odd = '../../odd name/?&#%';
      expect((await provider.balance(odd)).outcome).toBe('refused');
      expect((await provider.lookUp(odd)).outcome).not.toBe('done');
    });
  });
}
