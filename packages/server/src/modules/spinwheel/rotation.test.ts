import { verifyDraw } from '@krapao/contract/verify-draw';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestMember } from '../../testing/members.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { rotateSeeds } from './rotation.ts';

/** Replacing the seeds of all members, as after a restore or a fail-over with data loss. */

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const setUp = (member: TestMember) => member.api.ok('GET /api/spinwheel/setup');
const spin = (member: TestMember) =>
  member.api.ok('POST /api/spinwheel/spin', { body: { clientSeed: 'my word' } });

it('gives every member another seed for the same draw, and says when', async () => {
  const members = [await server.members.joinWith(1_000), await server.members.joinWith(1_000)];
  const [first] = members as [TestMember];
  const earlier = await spin(first);
  const before = await Promise.all(members.map(setUp));
  expect(before[0]?.nextDraw).not.toHaveProperty('seedsReplacedAt');

  expect(await rotateSeeds(server.database, 'failover')).toBe(2);

  const after = await Promise.all(members.map(setUp));
  const hashes = [...before, ...after].map(({ nextDraw }) => nextDraw?.seedHash);
  expect(new Set(hashes).size).toBe(4);
  expect(after.map(({ nextDraw }) => nextDraw?.nonce)).toEqual([1, 0]);
  const replacedAt = after[0]?.nextDraw?.seedsReplacedAt ?? '';
  expect(Math.abs(Date.now() - Date.parse(replacedAt))).toBeLessThan(60_000);

  const { draw } = await spin(first);
  expect(draw.seedsReplacedAt).toBe(replacedAt);
  expect(await verifyDraw(draw, after[0]?.nextDraw?.seedHash)).toMatchObject({
    isSeedKept: true,
    isSliceRight: true,
  });
  // Earlier draws are unchanged, and reveal nothing about later ones.
  const params = { drawId: earlier.draw.drawId };
  expect(await first.api.ok('GET /api/spinwheel/draw/:drawId', { params })).toEqual(earlier.draw);
});
