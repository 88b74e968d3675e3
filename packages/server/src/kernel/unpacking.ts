import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';

/** The most pixels of a picture that is unpacked at all: some 150 MB for a moment. */
export const MAX_PIXELS = 50_000_000;

/** A picture that takes longer is taken for a broken one. */
export const UNPACK_WITHIN_S = 20;

/** Unpacking takes memory and a core: one picture at a time per core, whatever it is for. */
export const unpackingTurn = pLimit(availableParallelism());
