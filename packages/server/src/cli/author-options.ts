/** Options of a command that is recorded with its author and reason. */
export const AUTHOR_OPTIONS = {
  by: { type: 'string', default: '', value: 'NAME', about: 'who does it' },
  reason: { type: 'string', default: '', value: 'TEXT', about: 'why' },
} as const;
