import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { summarize } from './profile.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'profile-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('a profile is told by functions and by packages, as shares of the time that was not idle', () => {
  const frame = (functionName: string, url: string) => ({ functionName, url, lineNumber: 4 });
  const nodes = [
    { id: 1, callFrame: frame('(idle)', '') },
    { id: 2, callFrame: frame('submit', 'file:///app/packages/server/dist/ledger/ledger.js') },
    { id: 3, callFrame: frame('parse', 'file:///app/node_modules/@scope/parser/lib/index.js') },
    { id: 4, callFrame: frame('', 'node:net') },
  ];
  const file = path.join(folder, 'a.cpuprofile');
  const profile = { nodes, samples: [1, 2, 3, 4], timeDeltas: [60, 20, 15, 5] };
  writeFileSync(file, JSON.stringify(profile));
  expect(summarize(file)).toEqual({
    busyPercent: 40,
    functions: [
      { where: 'submit packages/server/dist/ledger/ledger.js:5', percent: 50 },
      { where: 'parse node_modules/@scope/parser/lib/index.js:5', percent: 37.5 },
      { where: '(anonymous) node:net:5', percent: 12.5 },
    ],
    packages: [
      { where: 'server/ledger', percent: 50 },
      { where: '@scope/parser', percent: 37.5 },
      { where: 'node:net', percent: 12.5 },
    ],
  });
});
