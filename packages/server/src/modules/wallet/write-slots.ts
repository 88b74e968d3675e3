import { toWire, ZERO, type Minor } from '@krapao/contract/money';
import { gameAccount } from '@krapao/contract/wallet';
import type { z } from 'zod';
import { lateReplyWriter } from '../../http/reply-writer.ts';
import type { GameDescription, GameView } from '../games/service.ts';

/** A game as home shows it: what the content says of it, and how the member stands there. */
export interface Slot extends GameView {
  /** Under way in either direction. */
  transit: Minor;
}

/** What is the member's; the rest of a game is the content's, and the same for everybody. */
const STANDING = { isActive: true, amount: true, isDown: true, transit: true } as const;

const descriptionWriter = lateReplyWriter(gameAccount.omit(STANDING));
const standingWriter = lateReplyWriter(gameAccount.pick(STANDING));
/** The first part of a game's text, up to where the member's begins. */
const begun = new WeakMap<GameDescription, string>();

function writeSlot({ game, isActive, amount, isDown, transit }: Slot): string {
  let beginning = begun.get(game);
  if (beginning === undefined) {
    beginning = `${descriptionWriter()(game).slice(0, -1)},`;
    begun.set(game, beginning);
  }
  const standing = { isActive, amount: toWire(amount), isDown, transit: toWire(transit) };
  return beginning + standingWriter()(standing).slice(1);
}

/**
 * Writes replies that end with a member's games. They are most of what home answers and differ between members in a
 * few figures only: everything else of them is written once for each content and language.
 * @param schema of the reply, `slots` included
 */
export function slotsReplyWriter<S extends z.ZodObject>(
  schema: S,
): (reply: Omit<z.input<S>, 'slots'> & { slots: readonly Slot[] }) => string {
  const restWriter = lateReplyWriter(schema.omit({ slots: true } as never));
  return (reply) => `${restWriter()(reply).slice(0, -1)},"slots":[${reply.slots.map(writeSlot).join(',')}]}`;
}

/** The games with what is on its way to or from each. */
export const withTransit = (
  games: readonly GameView[],
  inTransit: ReadonlyMap<string, Minor>,
): readonly Slot[] => games.map((view) => ({ ...view, transit: inTransit.get(view.game.code) ?? ZERO }));
