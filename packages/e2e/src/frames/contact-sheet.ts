import type { Frame, Step } from './recorder.ts';

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;

/**
 * Returns a page with all pictures in order, each with its time, and the durations of the steps above them.
 */
export function contactSheet(frames: readonly Frame[], steps: readonly Step[]): string {
  const rows = steps.map(
    ({ name, startMs, tookMs }) =>
      `<tr><td>${name}</td><td>${seconds(startMs)}</td><td>${seconds(tookMs)}</td></tr>`,
  );
  const pictures = frames.map(
    ({ file, atMs, step }) =>
      `<figure><img src="${file}" alt=""><figcaption>${seconds(atMs)}<br>${step}</figcaption></figure>`,
  );
  return `<!doctype html>
<meta charset="utf-8">
<title>The main job on a throttled phone</title>
<style>
  body { margin: 16px; font: 12px/1.4 sans-serif; background: #fff; color: #111; }
  table { border-collapse: collapse; margin-bottom: 16px; }
  td, th { padding: 2px 12px 2px 0; text-align: left; }
  main { display: grid; grid-template-columns: repeat(10, 130px); gap: 8px; }
  figure { margin: 0; }
  img { width: 130px; border: 1px solid #ccc; display: block; }
</style>
<h1>Slow 4G (400 ms, 1.6 Mbit/s), CPU 4 times slower</h1>
<table><tr><th>step</th><th>begins</th><th>takes</th></tr>${rows.join('')}</table>
<main>${pictures.join('\n')}</main>
`;
}
