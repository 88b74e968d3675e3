/**
 * Reads one figure of a server's metrics.
 * @param url of the metrics
 * @param labels that the figure's line must have
 * @returns undefined if there is no such figure
 */
export async function readFigure(
  url: string | undefined,
  name: string,
  labels: Record<string, string> = {},
): Promise<number | undefined> {
  const text = await (await fetch(url ?? '')).text();
  const line = text
    .split('\n')
    .find(
      (one) =>
        (one.startsWith(`${name} `) || one.startsWith(`${name}{`)) &&
        Object.entries(labels).every(([label, value]) => one.includes(`${label}="${value}"`)),
    );
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}
