import { createHash, createHmac } from 'node:crypto';
import { verifyDraw, type Draw } from '@krapao/contract/verify-draw';
import { describe, expect, it } from 'vitest';
import { judge, shares } from './verify-rules.ts';

const seed = createHash('sha256').update('a seed').digest();
const other = createHash('sha256').update('another').digest();

/** Computes a draw as an honest server does. */
function honest(clientSeed = 'word', nonce = 3): Draw {
  const weights = [
    { code: 'A', label: 'a', weight: 5 },
    { code: 'B', label: 'b', weight: 0 },
    { code: 'C', label: 'c', weight: 10 },
  ];
  const mac = createHmac('sha256', seed).update(`${clientSeed}:${nonce}`).digest();
  const ticket = Number(((mac.readBigUInt64BE() >> 11n) * 15n) >> 53n);
  const won = ticket < 5 ? weights[0] : weights[2];
  return {
    drawId: 'd',
    seedHash: createHash('sha256').update(seed).digest('hex'),
    serverSeed: seed.toString('hex'),
    clientSeed,
    nonce,
    weights,
    code: won?.code ?? '',
    label: won?.label ?? '',
    createdAt: '2026-01-01T00:00:00.000Z',
  };
}

const seen = (draw: Draw) => ({ seedHash: draw.seedHash, seenAt: 0, words: [draw.clientSeed] });
const judged = async (draw: Draw, promised?: ReturnType<typeof seen>) =>
  judge(draw, await verifyDraw(draw), promised);

describe('a draw', () => {
  it('is right when the device saw it coming and it adds up', async () => {
    for (let nonce = 0; nonce < 100; nonce += 1) {
      const draw = honest(`word ${nonce}`, nonce);
      expect(await judged(draw, seen(draw))).toEqual({
        verdict: 'good',
        hash: 'good',
        seed: 'good',
        word: 'good',
        slice: 'good',
      });
    }
  });

  it('is right as far as another device can tell', async () => {
    expect(await judged(honest())).toMatchObject({ verdict: 'good', hash: 'unknown', word: 'unknown' });
  });

  it('is wrong when another seed was promised', async () => {
    const draw = honest();
    const promised = { ...seen(draw), seedHash: createHash('sha256').update(other).digest('hex') };
    expect(await judged(draw, promised)).toMatchObject({ verdict: 'bad', hash: 'bad', seed: 'good' });
  });

  it('is explained when all seeds were replaced after the device saw a hash, and wrong when they were before', async () => {
    const seedsReplacedAt = '2025-12-31T00:00:00.000Z';
    const draw = { ...honest(), seedsReplacedAt };
    const promised = { ...seen(draw), seedHash: createHash('sha256').update(other).digest('hex') };
    expect(await judged(draw, promised)).toMatchObject({ verdict: 'good', hash: 'replaced' });
    const later = { ...promised, seenAt: Date.parse(seedsReplacedAt) };
    expect(await judged(draw, later)).toMatchObject({ verdict: 'bad', hash: 'bad' });
  });

  it('is wrong when the seed is not the promised one', async () => {
    const draw = { ...honest(), serverSeed: other.toString('hex') };
    expect(await judged(draw, seen(draw))).toMatchObject({ verdict: 'bad', hash: 'good', seed: 'bad' });
  });

  it('is wrong when the word was swapped', async () => {
    const draw = honest();
    expect(await judged(draw, { ...seen(draw), words: ['mine'] })).toMatchObject({
      verdict: 'bad',
      word: 'bad',
    });
  });

  it('is wrong when another slice was announced', async () => {
    const draw = { ...honest(), code: 'B', label: 'b' };
    expect(await judged(draw, seen(draw))).toMatchObject({ verdict: 'bad', slice: 'bad' });
  });

  it('cannot be checked when its seed is none', async () => {
    await expect(verifyDraw({ ...honest(), serverSeed: 'zz' })).rejects.toThrow(/no hex/);
    const weightless = honest().weights.map((slice) => ({ ...slice, weight: 0 }));
    await expect(verifyDraw({ ...honest(), weights: weightless })).rejects.toThrow(/no slice/);
  });
});

describe('the tickets', () => {
  it('are shared out in the order of the slices', () => {
    expect(shares(honest()).map(({ range, chance }) => [range, chance])).toEqual([
      ['1–5', '33.3%'],
      ['–', '0.0%'],
      ['6–15', '66.7%'],
    ]);
  });
});
