import { describe, expect, it } from 'vitest';
import { startWorld } from '../testing/world.ts';

interface PageState {
  readonly providers: readonly {
    readonly code: string;
    readonly playerCount: number;
    readonly players: readonly { readonly username: string; readonly transfers: readonly unknown[] }[];
  }[];
}

describe('the providers on the page', () => {
  it('are all there, with their totals, their newest players and the last transfers of each', async () => {
    const world = await startWorld();
    for (let player = 1; player <= 11; player += 1) {
      const username = `kp${player}`;
      await world.call('POST', '/provider/USUN/players', { username, password: 'secret' });
      const credit = { reference: `t${player}`, username, type: 'deposit', amount: '10.00' };
      await world.call('POST', '/provider/USUN/transfers', credit);
    }
    await world.control('POST', '/control/play', { provider: 'USUN', username: 'kp3', bet: 4, win: 1 });
    await world.control('POST', '/control/maintenance', { provider: 'PG', on: true });

    const { providers } = (await world.control<PageState>('GET', '/page/state')).body;
    expect(providers).toHaveLength(17);
    expect(providers.find(({ code }) => code === 'PG')).toMatchObject({ maintenance: true, playerCount: 0 });
    const usun = providers.find(({ code }) => code === 'USUN');
    expect(usun).toMatchObject({
      category: 'sport',
      dialect: 'signed-json',
      launch: 'url-with-password',
      maintenance: false,
      playerCount: 11,
      credit: 107,
      turnover: 4,
    });
    expect(usun?.players.map(({ username }) => username)).toEqual(
      Array.from({ length: 10 }, (_, index) => `kp${11 - index}`),
    );
    expect(usun?.players[0]?.transfers).toMatchObject([{ reference: 't11', amount: 10 }]);
  });
});
