import { toWire } from '@krapao/contract/money';
import { play } from '@krapao/contract/play';
import { sentMinor } from '../../http/money.ts';
import type { Router } from '../../http/router.ts';
import type { KnownPlay, PlayPeriod, PlayService, RealityCheck } from './service.ts';

/** Serves what members see of their own play. */
export function playRoutes(router: Router, service: PlayService): void {
  router.add(play['GET /api/protection/reality-check'], async ({ member, language }) =>
    presentCheck(await service.check(member.id, language)),
  );

  router.add(play['POST /api/protection/reality-check/answer'], async ({ member, body, language }) => {
    const seen = { ...body, staked: sentMinor(body.staked), won: sentMinor(body.won) };
    return presentCheck(await service.answer(member.id, seen, language));
  });

  router.add(play['GET /api/protection/play/:by'], async ({ member, params, language }) => ({
    periods: (await service.list(member, { ...params, language })).map(presentPeriod),
  }));
}

const presentCheck = ({ from, staked, won, ...check }: RealityCheck) => ({
  ...check,
  from: from?.toISOString() ?? null,
  staked: toWire(staked),
  won: toWire(won),
});

const presentKnown = ({ minutes, staked, won }: KnownPlay) => ({
  minutes,
  staked: staked === null ? null : toWire(staked),
  won: won === null ? null : toWire(won),
});

const presentPeriod = (period: PlayPeriod) => ({
  from: period.from,
  deposits: toWire(period.deposits),
  withdrawals: toWire(period.withdrawals),
  ...presentKnown(period),
  games: period.games.map(({ code, name, ...known }) => ({ code, name, ...presentKnown(known) })),
});
