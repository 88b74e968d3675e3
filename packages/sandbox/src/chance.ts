/** The sandbox's sources of chance: one for faults, one for games and gifts. */
import { randomInt } from 'node:crypto';
import { SeededDice } from './slip/seeded-dice.ts';

const RANDOM_STEPS = 2 ** 32;

export interface Chance {
  /** Decides which calls a fault strikes: from 0 up to but not including 1. */
  readonly random: () => number;
  /** Decides reel stops and gift shares: a whole number from 0 up to but not including `sides`. */
  readonly dice: (sides: number) => number;
}

/** Returns chance that a seed repeats; without one, chance itself. Faults do not shift what games draw. */
export function chanceOf(seed: string | undefined): Chance {
  if (seed === undefined) {
    return { random: () => randomInt(RANDOM_STEPS) / RANDOM_STEPS, dice: (sides) => randomInt(sides) };
  }
  const [faults, games] = [new SeededDice(`${seed} faults`), new SeededDice(`${seed} games`)];
  return { random: () => faults.next(), dice: (sides) => games.whole(0, sides - 1) };
}
