import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The part of a `.cpuprofile` that is read here. */
interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  timeDeltas: number[];
}

/** A place in the code and its share of the busy time. */
export interface Share {
  where: string;
  percent: number;
}

const LISTED = 25;
/** Frames without work: the process waited. */
const WAITING = new Set(['(idle)', '(program)', '(root)']);

/** Returns the functions and packages in which a profiled process spent its time. */
export function summarize(profileFile: string): {
  functions: Share[];
  packages: Share[];
  busyPercent: number;
} {
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(profileFile, 'utf8')) as CpuProfile;
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const functions = new Map<string, number>();
  const packages = new Map<string, number>();
  let busy = 0;
  let all = 0;
  for (const [index, id] of samples.entries()) {
    const took = timeDeltas[index] ?? 0;
    const frame = frames.get(id);
    all += took;
    if (!frame || WAITING.has(frame.functionName)) continue;
    busy += took;
    add(
      functions,
      `${frame.functionName || '(anonymous)'} ${shortPath(frame.url)}:${frame.lineNumber + 1}`,
      took,
    );
    add(packages, packageOf(frame.url) || frame.functionName, took);
  }
  return {
    functions: sharesOf(functions, busy),
    packages: sharesOf(packages, busy),
    busyPercent: Math.round((busy * 100) / all),
  };
}

function add(to: Map<string, number>, key: string, took: number): void {
  to.set(key, (to.get(key) ?? 0) + took);
}

const sharesOf = (times: ReadonlyMap<string, number>, all: number): Share[] =>
  [...times]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, LISTED)
    .map(([where, took]) => ({ where, percent: Math.round((took * 1_000) / all) / 10 }));

/** Returns `pg` for a library, `server/ledger` for our code, `node:net` for Node's own. */
function packageOf(url: string): string {
  if (url.startsWith('node:')) return url.split('/')[0] ?? url;
  const library = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(url)?.[1];
  if (library) return library;
  const [, name, folder] = /packages\/([^/]+)\/dist\/(?:([^/]+)\/)?/.exec(url) ?? [];
  return name ? path.join(name, folder ?? '') : '';
}

const shortPath = (url: string): string => url.replace(/^.*\/(?=node_modules\/|packages\/)/, '');
