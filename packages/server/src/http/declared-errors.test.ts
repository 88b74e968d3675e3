import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { routes } from '@krapao/contract/routes';
import { staffRoutes } from '@krapao/contract/staff/routes';
import { describe, expect, it } from 'vitest';

const specs: { method: string; path: string; errors: readonly string[] }[] = [
  ...Object.values(routes),
  ...Object.values(staffRoutes),
];

describe('the errors that a call declares', () => {
  it('are each listed once, and stored for the report of the run', () => {
    const lines = specs.flatMap(({ method, path, errors }) =>
      errors.map((code) => `${method} ${path} ${code}`),
    );
    expect(lines).toEqual([...new Set(lines)]);
    const folder = process.env['ANSWERED_ERRORS_DIR'];
    if (folder) writeFileSync(join(folder, 'declared.txt'), `${lines.join('\n')}\n`);
  });
});
