import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Member } from '../../domain/member.ts';
import { LaneWorker } from '../../kernel/lane-worker.ts';
import { createLogger } from '../../kernel/logger.ts';
import { bonusRule, gift } from '../../testing/bonus-rules.ts';
import { BonusWorld } from '../../testing/bonus-world.ts';
import { BonusExpiryWorker } from './expiry-worker.ts';

let world: BonusWorld;
beforeAll(async () => {
  world = await BonusWorld.open([bonusRule({ code: 'GIFT', ...gift('40.00') })]);
});
afterAll(() => world.close());

it('looks at bonuses while it waits for a game at which others play', async () => {
  const { queries } = world.books.first.database;
  const withBonus = async (isSlow: boolean): Promise<Member> => {
    const member = await world.join();
    await world.process(0).offers.activate(member, 'GIFT');
    if (isSlow) {
      await sql`
        insert into game_account (member_id, provider, username, sealed_password, active)
          values (${member.id}, 'JOKER', ${member.id}, '', true)`.execute(queries);
    }
    return member;
  };
  const slow = new Set<string>();
  for (let count = 0; count < 12; count += 1) slow.add((await withBonus(true)).id);
  const quick = await withBonus(false);
  const now = world.clock.now().getTime();
  await sql`update user_bonus set check_at = ${new Date(now - 60_000)}`.execute(queries);
  await sql`update user_bonus set check_at = ${new Date(now - 1)} where member_id = ${quick.id}`.execute(
    queries,
  );

  const looked: string[] = [];
  let answer = (): void => {};
  const silence = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let lookedAtQuick = (): void => {};
  const quickIsDone = new Promise<void>((resolve) => {
    lookedAtQuick = resolve;
  });
  const service = {
    async lookForEnd(_id: string, { id }: { id: string }) {
      if (slow.has(id)) await silence;
      looked.push(id);
      if (id === quick.id) lookedAtQuick();
      return undefined;
    },
  };
  const expiryWorker = new BonusExpiryWorker({
    database: world.books.first.database,
    service,
    clock: world.clock,
  });
  const worker = new LaneWorker({
    name: 'bonus ends',
    everyMs: 20,
    perLane: 8,
    inTotal: 8,
    dueLanes: () => expiryWorker.dueLanes(),
    take: (rooms) => expiryWorker.take(rooms),
    logger: createLogger('silent'),
  });
  const round = worker.round();
  await quickIsDone;
  expect(looked).toEqual([quick.id]);
  answer();
  await round;
  // A round may leave work to the next one.
  while (await worker.round());
  expect(new Set(looked)).toEqual(new Set([...slow, quick.id]));
  await worker.stop();
});
