import type { FaultKind } from '@krapao/sandbox/faults/faults';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GameProvider, ProviderTransfer } from '../../ports/game-provider.ts';
import type { Outcome } from '../../ports/outcome.ts';
import { startCounterparty } from '../counterparty.ts';
import { moveTime } from '../moved-time.ts';
import { money, newPlayer, transferOf, type Player, type ProviderTrial } from './provider-trial.ts';

const HAD = money(1_000n);
const MOVED = 300n;
const PROGRESS_MS = 60_000;

const unknown = expect.objectContaining({ outcome: 'unknown' }) as unknown;

/** Tests answers of real services that the house's protocols never give. */
export function describeServiceAnswers(trial: ProviderTrial, settlesBy: GameProvider['settlesBy']): void {
  describe('odd answers', () => {
    let player: Player;
    beforeEach(async () => {
      player = await trial.join(HAD);
    });
    afterEach(() => trial.world.heal());
    const fault = (kind: FaultKind, more: object = {}) => trial.world.outside.fault('provider', kind, more);
    const put = (): ProviderTransfer => transferOf('deposit', player.username, MOVED);

    it('a web page for an answer decides nothing, whatever was asked', async () => {
      const transfer = put();
      await fault('html');
      const outcomes = await Promise.all([
        ...questions(trial, player),
        trial.provider.createPlayer(newPlayer()),
        trial.provider.transfer(transfer),
        trial.lookUp(transfer, HAD),
      ]);
      for (const outcome of outcomes) expect(outcome).toEqual(unknown);
      await trial.world.heal();
      // The page came before the work: the sandbox's dice say so.
      const after = await trial.lookUp(transfer, HAD);
      const moved = (await trial.balance(player.username)) !== HAD;
      expect(after.outcome).toBe(moved ? 'done' : 'not_found');
    });

    it('fields that no document names change nothing', async () => {
      await fault('extra');
      const transfer = put();
      const moved = await trial.provider.transfer(transfer);
      expect(moved).toEqual({ outcome: 'done', value: HAD + MOVED });
      expect((await trial.lookUp(transfer, HAD)).outcome).toBe('done');
      for (const outcome of await Promise.all(questions(trial, player))) expect(outcome.outcome).toBe('done');
    });

    it('an answer without its amounts is no answer', async () => {
      const transfer = put();
      await fault('missing');
      expect(await trial.provider.balance(player.username)).toEqual(unknown);
      expect(await trial.provider.transfer(transfer)).toEqual(unknown);
      await trial.world.heal();
      expect((await trial.lookUp(transfer, HAD)).outcome).toBe('done');
      expect(await trial.balance(player.username)).toBe(HAD + MOVED);
    });

    it('a refusal without a record moves nothing', async () => {
      const transfer = put();
      await fault('refused');
      expect((await trial.provider.transfer(transfer)).outcome).toMatch(/refused|unknown/);
      await trial.world.heal();
      expect(await trial.balance(player.username)).toBe(HAD);
      expect((await trial.lookUp(transfer, HAD)).outcome).toBe('not_found');
    });

    it('a quota or a broken service decides nothing', async () => {
      const transfer = put();
      await trial.world.fault('error_before_commit');
      expect(await trial.provider.transfer(transfer)).toEqual(unknown);
      expect(await trial.provider.balance(player.username)).toEqual(unknown);
      await trial.world.heal();
      expect((await trial.lookUp(transfer, HAD)).outcome).toBe('not_found');
    });

    it('no secret is in what an outcome says', async () => {
      const secret = 'a-secret-to-find';
      const sender = await startCounterparty(() => ({ status: 418, body: { error: 'x' } }));
      const transfer = put();
      const outcomes = await Promise.all(
        [trial.world.connection.baseUrl, trial.deadUrl, sender.url, 'http://host.invalid'].flatMap(
          (baseUrl) => {
            const provider = trial.adapter({ baseUrl, secret });
            return [
              provider.balance(player.username),
              provider.transfer(transfer),
              provider.lookUp({ ...transfer, balanceBefore: HAD }),
              provider.createPlayer(player),
              provider.setPassword(player),
              provider.turnoverSince(null),
              provider.launch({ ...player, language: 'th' }),
              provider.health(),
            ];
          },
        ),
      );
      await sender.stop();
      expect(
        JSON.stringify(outcomes, (_key, value: unknown) =>
          typeof value === 'bigint' ? String(value) : value,
        ),
      ).not.toContain(secret);
    });

    it.runIf(settlesBy === 'reference')(
      'a transfer in progress is neither done nor refused, and ends',
      async () => {
        const transfer = put();
        await fault('in_progress', { ms: PROGRESS_MS });
        expect(await trial.provider.transfer(transfer)).toEqual(unknown);
        expect((await trial.lookUp(transfer, HAD)).outcome).toMatch(/unknown|not_found/);
        // Sent again meanwhile, it must not be undone, nor moved twice.
        expect((await trial.provider.transfer(transfer)).outcome).not.toBe('refused');
        await trial.world.heal();
        await moveTime(PROGRESS_MS);
        await trial.world.outside.workOff();
        expect((await trial.lookUp(transfer, HAD)).outcome).toBe('done');
        expect(await trial.balance(player.username)).toBe(HAD + MOVED);
      },
    );
  });
}

/** Calls that change nothing, as far as the service has them. */
function questions(trial: ProviderTrial, player: Player): Promise<Outcome<unknown>>[] {
  const { provider, traits } = trial;
  const report: readonly GameProvider['turnoverSince'][] =
    traits.report === 'cursor' || traits.report === 'window'
      ? [(cursor) => provider.turnoverSince(cursor)]
      : [];
  return [
    provider.balance(player.username),
    provider.health(),
    ...(trial.under.launch !== 'none' ? [provider.launch({ ...player, language: 'th' })] : []),
    ...report.map((read) => read(null)),
  ];
}
