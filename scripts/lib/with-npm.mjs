// Imported by what runs under npm: npm hands a signal to the shell between it and us, and that shell may end without
// passing it on. So the end of the shell counts as the signal.
if (process.env.npm_lifecycle_event) {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  watch.unref();
}
