// Imported first by every entry script: an old Node gets one clear line instead of a syntax or module error.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Krapao needs Node 20.19 or later; this is Node ${process.versions.node}\n`);
  process.exit(1);
}
