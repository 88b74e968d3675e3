import { toWire, ZERO, type Minor } from '@krapao/contract/money';
import { gameAccount } from '@krapao/contract/wallet';
import type { z } from 'zod';
import { lateReplyWriter } from '../../http/reply-writer.ts';
import type { GameDescription, GamesView, GameStanding } from '../games/service.ts';

/** A member's games on the home screen, with the amounts in transit. */
export interface Slots extends GamesView {
  /** Amount in transit in either direction, by provider code. */
  inTransit: ReadonlyMap<string, Minor>;
}

/** The member's fields of a game. The other fields come from the content and are the same for all members. */
const STANDING = { isActive: true, amount: true, isDown: true, transit: true } as const;
const NOTHING: GameStanding = { isActive: false, amount: ZERO, isDown: false };

const descriptionWriter = lateReplyWriter(gameAccount.omit(STANDING));
const standingWriter = lateReplyWriter(gameAccount.pick(STANDING));

/** Serialized list of games, without the members' fields. */
interface Written {
  /** For each game, the separator and the text up to the member's fields. */
  beginnings: readonly string[];
  /** The list for a member without accounts, which most members share for most games. */
  untouched: Buffer;
  /** Offsets of the games in `untouched`, and the end of the last one. */
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

/** Writes the member's fields at the end of a game's text. */
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
 * Returns a writer of replies that end with a member's games. Games are most of the home reply and differ
 * between members only in a few numbers. Everything else is serialized once per content and language, as
 * bytes.
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
