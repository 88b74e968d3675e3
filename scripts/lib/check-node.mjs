// Imported first by every entry script: an old Node gets one clear line instead of a syntax or module error.
const minimum = [20, 19];
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < minimum[0] || (major === minimum[0] && minor < minimum[1])) {
  process.stderr.write(
    `Krapao needs Node ${minimum.join('.')} or later; this is Node ${process.versions.node}\n`,
  );
  process.exit(1);
}
