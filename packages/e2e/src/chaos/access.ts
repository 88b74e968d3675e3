import { toMarkdown } from '../access/markdown.ts';
import { probeAccess } from '../access/probe.ts';
import { isRight } from '../access/row.ts';

/** `npm run tool -- chaos access`: makes every call as every kind of caller, and prints a Markdown table. */
export async function run(): Promise<void> {
  const report = await probeAccess();
  process.stdout.write(`${toMarkdown(report)}\n`);
  if (report.problems.length > 0 || !report.rows.every(isRight)) process.exitCode = 1;
}
