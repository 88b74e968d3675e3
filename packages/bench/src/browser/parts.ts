import type { Baseline, Part } from '../part.ts';

// Browser drivers are loaded on demand: the other parts and their tests do not need them.

const weightsPart: Part = {
  name: 'weights',
  run: async (context) => (await import('./weights.ts')).measureWeights(context),
};

const lighthousePart: Part = {
  name: 'lighthouse',
  run: async (context) => (await import('./lighthouse.ts')).measureLighthouse(context),
};

const interactionsPart: Part = {
  name: 'interactions',
  run: async (context) => (await import('./interactions.ts')).measureInteractions(context),
};

const framesPart: Part = {
  name: 'frames',
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
