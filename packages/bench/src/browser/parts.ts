import type { Baseline, Part } from '../part.ts';
import { CPU_SLOWDOWN } from './slow-phone.ts';

// Browser drivers are loaded on demand: the other parts and their tests do not need them.

const weightsPart: Part = {
  name: 'weights',
  about: 'bytes and requests: the login page, every other screen’s first opening, a language’s words',
  run: async (context) => (await import('./weights.ts')).measureWeights(context),
};

const lighthousePart: Part = {
  name: 'lighthouse',
  about: 'LCP, layout shift, blocking time and scores of login, register and home, beside a bare React page',
  run: async (context) => (await import('./lighthouse.ts')).measureLighthouse(context),
};

const interactionsPart: Part = {
  name: 'interactions',
  about: `interaction to next paint over the whole main job, CPU slowed ${CPU_SLOWDOWN} times`,
  run: async (context) => (await import('./interactions.ts')).measureInteractions(context),
};

const framesPart: Part = {
  name: 'frames',
  about: `the longest frame of wheel and drawer, CPU slowed ${CPU_SLOWDOWN} times`,
  run: async (context) => (await import('./frames.ts')).measureFrames(context),
};

/** Parts measured in a browser. */
export const browserParts: readonly Part[] = [weightsPart, lighthousePart, interactionsPart, framesPart];

/** Bytes of the built app; another release of a compressor may pack a little better or worse. */
export const weightsBaseline: Baseline = {
  name: 'weights',
  needsBuild: true,
  tolerance: 0.02,
  read: async (context) => (await import('./weights.ts')).readWeights(context),
};
