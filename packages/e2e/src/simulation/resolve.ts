import { wholeStatement } from '../support/member.ts';
import type { Reviewed } from './staff.ts';
import { providerOf } from './vocabulary.ts';
import type { Actor, World } from './world.ts';

/**
 * Settles the transfers that wait for a person, as the provider's staff would tell: by the player's moves there. Where
 * nothing else decides, a player has one such transfer at a time, and no other goes on meanwhile.
 * @returns how many were settled
 */
export async function resolveTransfers(world: World): Promise<number> {
  const waiting = await world.staff.transfersInReview();
  let settled = 0;
  for (const transfer of waiting) {
    const actor = world.actors.find(
      ({ usernames }) => usernames[transfer.counterparty] === transfer.username,
    );
    if (!actor) continue;
    const end = (await wasDone(world, actor, transfer)) ? 'done' : 'undone';
    settled += (await world.staff.settleTransfer(transfer.id, end)) ? 1 : 0;
  }
  return settled;
}

/** Returns whether there are more such moves at the provider than the member's statement has done. */
async function wasDone(
  { counterparties }: World,
  actor: Actor,
  { counterparty: game, amount, isIn, username }: Reviewed,
): Promise<boolean> {
  const rows = await wholeStatement(actor.api);
  const here = rows.filter(
    (row) =>
      row.statementType === 'transfer' &&
      row.status === 'SUCCESS' &&
      row.amount === amount &&
      (isIn ? row.to : row.from) === game,
  );
  const { transfers } = await counterparties.player(username, providerOf(game));
  const type = isIn ? 'deposit' : 'withdraw';
  const there = transfers.filter(
    (move) => move.status === 'done' && move.type === type && move.amount === amount,
  );
  return there.length > here.length;
}
