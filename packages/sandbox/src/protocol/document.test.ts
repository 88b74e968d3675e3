import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { requestSchemas } from '../app.ts';
import { documentOf } from './document.ts';
import { PORT_NAMES, PORTS } from './ports.ts';

const FOLDER = fileURLToPath(new URL('../../../../docs/protocol/', import.meta.url));

describe('the documents of the protocol', () => {
  it.each(PORT_NAMES)('are the stored ones: %s', async (port) => {
    // `npm run tool -- protocol` writes them.
    const stored: unknown = JSON.parse(readFileSync(`${FOLDER}${port}.openapi.json`, 'utf8'));
    expect(documentOf(port, await requestSchemas())).toEqual(stored);
  });

  it('are no others', () => {
    const files = readdirSync(FOLDER).filter((name) => name.endsWith('.openapi.json'));
    expect(files.toSorted()).toEqual(PORT_NAMES.map((port) => `${port}.openapi.json`).toSorted());
  });

  it('leave out no call of the house that Krapao makes', async () => {
    const documented = new Set<string>(
      PORT_NAMES.flatMap((port) =>
        Object.keys(PORTS[port].calls).map((call) => call.replace(' ', ` ${PORTS[port].prefix}`)),
      ),
    );
    const prefixes = [...new Set(PORT_NAMES.map((port) => PORTS[port].prefix))];
    const isHouse = (route: string) =>
      prefixes.some((prefix) => route.split(' ')[1]?.startsWith(`${prefix}/`));
    const others = [...(await requestSchemas()).keys()].filter(
      (route) => !route.startsWith('HEAD ') && isHouse(route) && !documented.has(route),
    );
    // Providers have other dialects below the same address.
    expect(others.filter((route) => !route.includes('/provider/:code/'))).toEqual([]);
  });
});
