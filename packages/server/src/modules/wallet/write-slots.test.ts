import { wallet } from '@krapao/contract/wallet';
import type { Minor } from '@krapao/contract/money';
import { describe, expect, it } from 'vitest';
import type { GameDescription, GameStanding } from '../games/service.ts';
import { slotsReplyWriter } from './write-slots.ts';

const { response } = wallet['GET /api/wallet/refresh/slot'];
const write = slotsReplyWriter(response);

const gameOf = (code: string): GameDescription => ({
  code,
  name: `พีจี "${code}"`,
  logo: `/content/${code}.svg`,
  background: '/content/b.svg',
  category: 'slot',
  web: '',
  android: '',
  ios: '',
});
const GAMES = ['A', 'B', 'C', 'D'].map(gameOf);
const HELD: GameStanding = { isActive: true, amount: 1_050n as Minor, isDown: false };
const DOWN: GameStanding = { isActive: false, amount: 0n as Minor, isDown: true };

/** Parses the reply's games. */
function readBack(
  games: readonly GameDescription[],
  standings: Record<string, GameStanding> = {},
  inTransit: Record<string, Minor> = {},
) {
  const written = write({
    message: 'OK',
    slots: {
      games,
      standings: games.map(({ code }) => standings[code]),
      inTransit: new Map(Object.entries(inTransit)),
    },
  });
  const reply: unknown = JSON.parse(written.toString());
  expect(response.parse(reply)).toEqual(reply);
  return response.parse(reply).slots;
}

const UNTOUCHED = { isActive: false, amount: 0, isDown: false, transit: 0 };

describe('the games of a reply', () => {
  it.each([
    ['none of them', {}],
    ['the first', { A: HELD }],
    ['one between', { C: HELD }],
    ['neighbours', { B: HELD, C: DOWN }],
    ['the last', { D: DOWN }],
    ['every one', { A: HELD, B: DOWN, C: HELD, D: DOWN }],
  ])('are there in their order when a member has something at %s', (_name, standings) => {
    const own: Record<string, GameStanding> = standings;
    expect(readBack(GAMES, standings)).toEqual(
      GAMES.map((game) => ({
        ...game,
        ...UNTOUCHED,
        ...(own[game.code] && { ...own[game.code], amount: own[game.code] === HELD ? 10.5 : 0 }),
      })),
    );
  });

  it('tell what is on its way to one that has no account yet', () => {
    const [first, second] = readBack(GAMES, {}, { B: 25n as Minor });
    expect(first).toEqual({ ...GAMES[0], ...UNTOUCHED });
    expect(second).toEqual({ ...GAMES[1], ...UNTOUCHED, transit: 0.25 });
  });

  it('keep one member’s figures out of the next one’s reply', () => {
    readBack(GAMES, { A: HELD, B: HELD, C: HELD, D: HELD });
    expect(readBack(GAMES)).toEqual(GAMES.map((game) => ({ ...game, ...UNTOUCHED })));
  });

  it('may be only one, or none at all', () => {
    expect(readBack([gameOf('X')])).toEqual([{ ...gameOf('X'), ...UNTOUCHED }]);
    expect(readBack([gameOf('X')], { X: HELD })).toMatchObject([{ code: 'X', amount: 10.5 }]);
    expect(readBack([])).toEqual([]);
  });
});
