import type { Counterparties } from './counterparties.ts';
import { move, openGame, registerPlayer, type Player } from './member.ts';
import type { Stack } from './stack.ts';
import { until } from './until.ts';

/**
 * A member who has just played at two providers, and whose reports of the hour before have come, too: a round
 * every five minutes, at one provider after the other.
 */
export async function playedAnHour(stack: Stack, counterparties: Counterparties): Promise<Player> {
  const player = await registerPlayer(stack.url, counterparties, 1_000);
  const other = await openGame(player, 'JOKER2');
  await move(player, 'in', 300);
  await player.api.ok('POST /api/wallet/transfer', { body: { from: 'WALLET', to: 'JOKER2', amount: 200 } });
  await counterparties.play(player.pgUsername, { bet: 100, win: 30 });
  await counterparties.play(other, { bet: 50, win: 80 }, 'JOKER2');
  await until('both rounds are reported', 20_000, async () => {
    const { staked } = await player.api.ok('GET /api/protection/reality-check');
    return staked === 150;
  });
  await stack.database?.query(
    `select note_play(array_agg(m.id), array_agg(case when n % 2 = 0 then 'PG' else 'JOKER2' end),
        array_agg(now() - n * interval '5 minutes'), array_agg(0::bigint), array_agg(0::bigint))
      from member m, generate_series(1, 12) n where m.username = $1`,
    [player.username],
  );
  return player;
}
