/** @module-tag whole */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Member } from '../../domain/member.ts';
import { bonusRule, gift } from '../../testing/bonus-rules.ts';
import { BonusWorld, refusalOf } from '../../testing/bonus-world.ts';
import { baht } from '../../testing/books-only.ts';

/** Number of calls to the game providers under many concurrent requests. */

const PRESSES = 500;
const LONG_MS = 120_000;

let world: BonusWorld;

beforeAll(async () => {
  world = await BonusWorld.open([bonusRule({ maxReceived: 1_000, ...gift('50.00') })]);
});
afterAll(() => world.close());

const activate = (member: Member) => world.process(0).offers.activate(member, 'TRIAL');
const clear = (member: Member) => world.process(0).bonuses.clear(member);

/** Creates a member with a bonus who has moved credit to the game and back. */
async function holder(): Promise<Member> {
  const member = await world.join();
  await activate(member);
  await world.move(member, baht(20));
  await world.move(member, baht(-20));
  return member;
}

beforeEach(() => {
  world.game.calls = 0;
  world.game.mostAtOnce = 0;
});

const ends = async (presses: readonly Promise<unknown>[]): Promise<Record<string, number>> => {
  const counted: Record<string, number> = {};
  for (const end of await Promise.all(presses.map((press) => refusalOf(press)))) {
    counted[end ?? 'OK'] = (counted[end ?? 'OK'] ?? 0) + 1;
  }
  return counted;
};

it(
  'one member who ends a bonus 500 times at once has the game asked once',
  { timeout: LONG_MS },
  async () => {
    const member = await holder();
    world.game.calls = 0;
    const { OK: ended, ...others } = await ends(Array.from({ length: PRESSES }, () => clear(member)));
    expect(ended).toBe(1);
    // On a busy machine, requests that waited too long are refused before they begin.
    expect(['NO_DATA', 'REQUEST_LIMIT']).toEqual(expect.arrayContaining(Object.keys(others)));
    // One balance, and a report of at most two pages.
    expect(world.game.calls).toBeLessThanOrEqual(3);
  },
);

it(
  'one member who takes a bonus 500 times at once has the game asked once',
  { timeout: LONG_MS },
  async () => {
    const member = await holder();
    await clear(member);
    world.game.calls = 0;
    const { OK: taken, ...others } = await ends(Array.from({ length: PRESSES }, () => activate(member)));
    expect(taken).toBe(1);
    expect(['BONUS_ALREADY_ACTIVE', 'REQUEST_LIMIT']).toEqual(expect.arrayContaining(Object.keys(others)));
    expect(world.game.calls).toBe(1);
  },
);

it('a hundred members at once have the game asked by few at a time', { timeout: LONG_MS }, async () => {
  const members: Member[] = [];
  for (let n = 0; n < 100; n += 1) members.push(await holder());
  world.game.calls = 0;
  world.game.mostAtOnce = 0;
  expect(await ends(members.map((member) => clear(member)))).toEqual({ OK: 100 });
  expect(world.game.mostAtOnce).toBeLessThanOrEqual(17);
  // One balance per member; one reading of the report serves many members.
  expect(world.game.calls).toBeLessThan(150);
});
