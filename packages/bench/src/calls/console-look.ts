import { Agent, request } from 'node:http';
import { staffTokenOf } from '../seed/fill-staff.ts';
import type { ConsoleCall } from './console-calls.ts';

const COOKIE = 'krapao_staff';
const agent = new Agent({ keepAlive: true });

/** Makes the calls of one look at once. @returns the ids of their requests. @throws Error on any other status than 200 */
export const lookOnce = (
  url: string,
  { paths, by }: Pick<ConsoleCall, 'paths' | 'by'>,
): Promise<string[]> => {
  const headers = { cookie: `${COOKIE}=${staffTokenOf(by)}` };
  return Promise.all(paths.map((path) => get(new URL(path, url), headers)));
};

const get = (url: URL, headers: Record<string, string>): Promise<string> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers }, (answer) => {
      const id = String(answer.headers['x-request-id'] ?? '');
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve(id);
        else reject(new Error(`${url.href}: ${answer.statusCode} ${Buffer.concat(parts).toString()}`));
      });
    });
    sent.on('error', reject);
    sent.end();
  });
