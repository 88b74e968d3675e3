/** Splits a script at its top-level semicolons: outside quotes, dollar quotes and comments. */
export function splitStatements(script: string): string[] {
  const token = /--[^\n]*|'(?:[^']|'')*'|\$\$[\s\S]*?\$\$|;/g;
  const statements: string[] = [];
  let start = 0;
  for (const match of script.matchAll(token)) {
    if (match[0] !== ';') continue;
    statements.push(script.slice(start, match.index));
    start = match.index + 1;
  }
  statements.push(script.slice(start));
  return statements
    .map((statement) => statement.trim())
    .filter((s) => s.replace(/--[^\n]*/g, '').trim() !== '');
}
