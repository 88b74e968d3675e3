import type { Books } from './books.ts';
import type { Monkey } from './monkey.ts';

const MOST_LISTED = 60;

const counted = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([what, count]) => `${what} ${count}`)
    .join(', ');

/** Returns the report of a run, line by line; the last line has the figures. */
export function reportOf(monkey: Monkey, seed: number, books: readonly Books[]): string[] {
  const { tally, findings, strays, sessionEnds, presses } = monkey;
  const { screens, controls, pressed } = tally.figures;
  const never = tally.neverPressed;
  const stuck = books.flatMap((one) => one.stuck);
  const wrong = books.flatMap((one) => one.wrong);
  return [
    'presses   controls  screen',
    ...tally.byScreen,
    `never pressed: ${never.length} controls`,
    ...never.slice(0, MOST_LISTED).map((one) => `  ${one}`),
    ...(never.length > MOST_LISTED ? [`  and ${never.length - MOST_LISTED} more`] : []),
    `presses by kind: ${counted(tally.kinds)}`,
    `session ends: ${counted(sessionEnds) || 'none'}`,
    `links of other sites blocked: ${strays.links}, windows closed: ${strays.windows}`,
    ...books.map(({ audit }) => audit),
    ...wrong,
    ...stuck.map((one) => `still under way: ${one}`),
    `monkey: seed ${seed}, ${presses} presses, ${screens} screens, ${pressed} of ${controls} controls, ` +
      `${findings.count('blank page')} blank pages, ${findings.count('uncaught error')} uncaught errors, ` +
      `${findings.count('fault boundary')} faults, ${findings.count('no answer')} without an answer, ` +
      `${findings.count('wide page')} too wide, ${findings.count('stray request')} stray requests, ` +
      `${stuck.length} stuck, audit ${wrong.length} wrong`,
  ];
}

/** Returns whether a run has no findings. */
export const isClean = ({ findings }: Monkey, books: readonly Books[]): boolean =>
  findings.all.length === 0 && books.every(({ stuck, wrong }) => stuck.length + wrong.length === 0);
