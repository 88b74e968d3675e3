import { z } from 'zod';
import { done } from './fields.ts';
import { FAULT_MAX } from './limits.ts';
import { defineArea, defineRoute } from './route.ts';

/** Source of a fault: rendering, a script, or an unhandled promise rejection. */
export const FAULT_KINDS = ['render', 'script', 'promise'] as const;

const wordsUpTo = (max: number) => z.string().max(max);

/** Faults of the player app, reported by the app itself. */
export const appFaults = defineArea({
  'POST /api/app-fault': defineRoute({
    method: 'POST',
    path: '/api/app-fault',
    access: 'public',
    summary: 'Tell the operator of a fault in the player app; it ends in the log and the metrics',
    body: z.object({
      kind: z.enum(FAULT_KINDS),
      message: wordsUpTo(FAULT_MAX.message),
      stack: wordsUpTo(FAULT_MAX.stack),
      path: wordsUpTo(FAULT_MAX.path).meta({ description: 'Path of the page, without its query' }),
      reference: z
        .string()
        .max(FAULT_MAX.reference)
        .regex(/^[A-Z0-9-]*$/)
        .meta({
          description: 'Shown to the player, so that support finds the line in the log; may be empty',
        }),
    }),
    response: done,
    errors: ['REQUEST_LIMIT'],
  }),
});
