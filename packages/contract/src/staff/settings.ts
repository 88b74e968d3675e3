import { z } from 'zod';
import { defineStaffArea } from './route.ts';

/** A setting of the server as it is in force. */
export const settingInForce = z.object({
  /** Name of the environment variable. */
  name: z.string(),
  section: z.string(),
  /** As one would write it; null: not set, or a secret. */
  value: z.string().nullable(),
  /** A secret says only whether it is set. */
  isSecret: z.boolean(),
  isSet: z.boolean(),
  source: z.enum(['environment', 'default']),
  /** What it does, in one line of English, as in docs/settings.md. */
  about: z.string(),
});

/** The server's settings. */
export const staffSettings = defineStaffArea({
  'GET /staff/api/settings': {
    method: 'GET',
    path: '/staff/api/settings',
    permission: 'settings.read',
    summary:
      'Settings of the answering process, in the order of docs/settings.md; secrets say only whether they are set',
    response: z.object({ items: z.array(settingInForce), next: z.null() }),
    errors: [],
  },
});
