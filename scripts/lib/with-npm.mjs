// Loaded into programs that run under npm: npm sends a signal to the shell between itself and this process,
// and that shell may end without passing it on.
if (process.env.npm_lifecycle_event) await import('./end-with-parent.mjs');
