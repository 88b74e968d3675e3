/** Perspective view of a flat picture. */
import type { Pixels } from './pixels.ts';

export type Point = readonly [x: number, y: number];
/** Target positions of a picture's corners: top left, top right, bottom right, bottom left. */
export type Corners = readonly [Point, Point, Point, Point];

/** Solves a square system of linear equations; each row contains the factors and the right-hand side. */
function solve(rows: number[][]): number[] {
  const size = rows.length;
  const at = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  for (let pivot = 0; pivot < size; pivot += 1) {
    let best = pivot;
    for (let row = pivot + 1; row < size; row += 1) {
      if (Math.abs(at(row, pivot)) > Math.abs(at(best, pivot))) best = row;
    }
    const top = rows[best] ?? [];
    rows[best] = rows[pivot] ?? [];
    rows[pivot] = top;
    for (let row = 0; row < size; row += 1) {
      if (row === pivot) continue;
      const factor = at(row, pivot) / (top[pivot] ?? 1);
      rows[row] = (rows[row] ?? []).map((value, column) => value - factor * (top[column] ?? 0));
    }
  }
  return rows.map((row, index) => (row[size] ?? 0) / (row[index] ?? 1));
}

/** Returns the eight numbers of the projection that maps each of four points to its partner. */
function projection(from: Corners, to: Corners): number[] {
  return solve(
    from.flatMap(([x, y], index) => {
      const [u, v] = to[index] ?? [0, 0];
      return [
        [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
        [0, 0, 0, x, y, 1, -v * x, -v * y, v],
      ];
    }),
  );
}

/**
 * Lays a picture over a ground with its corners at the given points. Values between pixels are interpolated
 * from the four neighbours, which is about what a lens does.
 */
export function layInPerspective(picture: Pixels, ground: Pixels, corners: Corners): Pixels {
  const { width, height, data } = picture;
  const edges: Corners = [
    [0, 0],
    [width - 1, 0],
    [width - 1, height - 1],
    [0, height - 1],
  ];
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = projection(corners, edges);
  const result = Buffer.from(ground.data);
  const bound = (values: readonly number[], most: number) =>
    [
      Math.max(0, Math.floor(Math.min(...values))),
      Math.min(most - 1, Math.ceil(Math.max(...values))),
    ] as const;
  const [left, right] = bound(
    corners.map(([x]) => x),
    ground.width,
  );
  const [top, bottom] = bound(
    corners.map(([, y]) => y),
    ground.height,
  );
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      const depth = g * x + h * y + 1;
      const u = (a * x + b * y + c) / depth;
      const v = (d * x + e * y + f) / depth;
      if (u < 0 || v < 0 || u >= width - 1 || v >= height - 1) continue;
      const column = Math.floor(u);
      const row = Math.floor(v);
      const alongX = u - column;
      const alongY = v - row;
      const first = (row * width + column) * 3;
      const below = first + width * 3;
      const target = (y * ground.width + x) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        const over = (data[first + channel] ?? 0) * (1 - alongX) + (data[first + 3 + channel] ?? 0) * alongX;
        const under = (data[below + channel] ?? 0) * (1 - alongX) + (data[below + 3 + channel] ?? 0) * alongX;
        result[target + channel] = over * (1 - alongY) + under * alongY;
      }
    }
  }
  return { data: result, width: ground.width, height: ground.height };
}
