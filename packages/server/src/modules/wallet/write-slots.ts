import { toWire, ZERO, type Minor } from '@krapao/contract/money';
import { gameAccount } from '@krapao/contract/wallet';
import type { z } from 'zod';
import { lateReplyWriter } from '../../http/reply-writer.ts';
import type { GameDescription, GamesView, GameStanding } from '../games/service.ts';

/** A member's games as home shows them, with what is on its way to or from each. */
export interface Slots extends GamesView {
  /** By provider code, in either direction. */
  inTransit: ReadonlyMap<string, Minor>;
}

/** What is the member's; the rest of a game is the content's, and the same for everybody. */
const STANDING = { isActive: true, amount: true, isDown: true, transit: true } as const;
const NOTHING: GameStanding = { isActive: false, amount: ZERO, isDown: false };

const descriptionWriter = lateReplyWriter(gameAccount.omit(STANDING));
const standingWriter = lateReplyWriter(gameAccount.pick(STANDING));

/** The text of a list of games, as far as it is the same for everybody. */
interface Written {
  /** Of each game, what stands before it and all up to where the member's part begins. */
  beginnings: readonly string[];
  /** The list as a member has it who has nothing at any of them: that is most of it for most members. */
  untouched: Buffer;
  /** Where each game begins in there, and where the last one ends. */
  bounds: readonly number[];
}

const written = new WeakMap<readonly GameDescription[], Written>();
const END = Buffer.from(']}');

function writtenOf(games: readonly GameDescription[]): Written {
  const known = written.get(games);
  if (known) return known;
  const beginnings = games.map(
    (game, index) => `${index === 0 ? '[' : ','}${descriptionWriter()(game).slice(0, -1)},`,
  );
  const texts = beginnings.map((beginning) => Buffer.from(beginning + writeStanding(NOTHING, ZERO)));
  const bounds = [0];
  for (const { length } of texts) bounds.push((bounds.at(-1) ?? 0) + length);
  const made = {
    beginnings,
    untouched: Buffer.concat(games.length === 0 ? [Buffer.from('[')] : texts),
    bounds,
  };
  written.set(games, made);
  return made;
}

/** The end of a game's text. */
const writeStanding = ({ isActive, amount, isDown }: GameStanding, transit: Minor): string =>
  standingWriter()({ isActive, amount: toWire(amount), isDown, transit: toWire(transit) }).slice(1);

function piecesOf({ games, standings, inTransit }: Slots): Buffer[] {
  const { beginnings, untouched, bounds } = writtenOf(games);
  const pieces: Buffer[] = [];
  let from = 0;
  for (let index = 0; index < games.length; index += 1) {
    const standing = standings[index];
    const transit = inTransit.get(games[index]?.code ?? '');
    if (!standing && transit === undefined) continue;
    const own = `${beginnings[index]}${writeStanding(standing ?? NOTHING, transit ?? ZERO)}`;
    pieces.push(untouched.subarray(from, bounds[index]), Buffer.from(own));
    from = bounds[index + 1] ?? untouched.length;
  }
  pieces.push(untouched.subarray(from));
  return pieces;
}

/**
 * Writes replies that end with a member's games. They are most of what home answers and differ between members in a
 * few figures only: everything else of them is written once for each content and language, as the bytes that are sent.
 * @param schema of the reply, `slots` included
 */
export function slotsReplyWriter<S extends z.ZodObject>(
  schema: S,
): (reply: Omit<z.input<S>, 'slots'> & { slots: Slots }) => Buffer {
  const restWriter = lateReplyWriter(schema.omit({ slots: true } as never));
  return (reply) => {
    const rest = Buffer.from(`${restWriter()(reply).slice(0, -1)},"slots":`);
    return Buffer.concat([rest, ...piecesOf(reply.slots), END]);
  };
}
