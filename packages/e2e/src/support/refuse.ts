/** Ends a program before its work, with one line that names the wrong option. */
export function refuse(line: string): never {
  process.stderr.write(`${line}\n`);
  return process.exit(1);
}
