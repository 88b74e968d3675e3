import '../lib/no-eval.ts';

// Everything else uses the schema library, which has to be told first.
await import('./start.tsx');
