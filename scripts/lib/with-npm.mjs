// Loaded into what runs under npm: npm hands a signal to the shell between it and us, and that shell may end without
// passing it on.
if (process.env.npm_lifecycle_event) await import('./end-with-parent.mjs');
