import { PLANTED_FAULTS, type PlantedFault } from './planted.ts';
import { withSimulation, type Simulation, type SimulationOptions } from './simulate.ts';
import type { World } from './world.ts';

/**
 * Runs a short simulation, and then plants one fault after the other into the sound ledger.
 * @returns a table of the faults and of the lines that found them
 */
export function runPlanted(options: SimulationOptions): Promise<{ lines: string[]; isComplete: boolean }> {
  return withSimulation(options, async (simulation) => {
    const world = await simulation.begin();
    await simulation.live(world);
    const unfinished = await simulation.settle(world);
    const known = new Set([...unfinished, ...(await problemsOf(simulation, world))]);
    if (known.size > 0) {
      return { lines: ['not sound before a fault was planted:', ...known], isComplete: false };
    }
    const found: (readonly [PlantedFault, string | undefined])[] = [];
    for (const fault of PLANTED_FAULTS) {
      options.progress(`planting: ${fault.name}`);
      found.push([fault, await find(simulation, world, fault, known)]);
    }
    return { lines: toTable(found), isComplete: found.every(([, line]) => line !== undefined) };
  });
}

/** Plants a fault. @returns the new line that names it; undefined when there is none */
async function find(
  simulation: Simulation,
  world: World,
  { plant, line }: PlantedFault,
  known: Set<string>,
): Promise<string | undefined> {
  const { database } = world;
  if (!database) throw new Error('faults are planted into PostgreSQL');
  await plant({ world, database, settled: () => simulation.untilSettled(world) });
  const fresh = (await problemsOf(simulation, world)).filter((problem) => !known.has(problem));
  for (const problem of fresh) known.add(problem);
  return fresh.find((problem) => line.test(problem));
}

async function problemsOf(simulation: Simulation, world: World): Promise<string[]> {
  const { problems } = await simulation.audit(world);
  return [...world.expectations.violations, ...problems];
}

const toTable = (found: readonly (readonly [PlantedFault, string | undefined])[]): string[] => [
  '| fault | found by | line |',
  '| --- | --- | --- |',
  ...found.map(([{ name, by }, line]) => `| ${name} | ${line ? by : 'NOTHING'} | ${line ?? ''} |`),
  `planted: ${found.filter(([, line]) => line).length} of ${found.length} faults found`,
];
