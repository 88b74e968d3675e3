import type { PushBrowser } from '@krapao/contract/push-subscription';
import { PushServices } from '../../adapters/push/push-services.ts';
import { newPushKey } from '../../kernel/push-key.ts';
import { startAnswering } from '../answering.ts';
import { OutsideWorld } from '../counterparties-world.ts';
import { freePort } from '../free-port.ts';
import { wordOf, type Column, type OutcomeTable } from './table.ts';

/** Errors and rarer answers of web push services (RFC 8030, section 5, and the documents of the services). */
const STATUSES = [200, 202, 301, 400, 401, 403, 404, 410, 413, 429, 503] as const;
const PATIENT_MS = 10_000;
const IMPATIENT_MS = 400;

/**
 * Tries web push. A service answers by its status alone: the cases of other services about fields of an answer do not
 * apply.
 */
export async function tryPush(): Promise<OutcomeTable> {
  const outside = await OutsideWorld.start();
  const page = await startAnswering((_request, _body, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<!doctype html>');
  });
  const ours = newPushKey();
  const column = new Map<string, string>();
  const newBrowser = (answer?: number | 'silent') => addBrowser(outside, ours.publicKey, answer);
  const send = async (
    name: string,
    target: PushBrowser,
    { keys = ours, timeoutMs = PATIENT_MS } = {},
  ): Promise<void> => {
    const services = new PushServices({ timeoutMs, isLocal: true, hosts: [] });
    const message = { payload: '{}', topic: 'test', isUrgent: false };
    const told = await services.send(target, message, { ...keys, contact: 'https://wallet.example' });
    column.set(name, wordOf(told));
  };
  try {
    const browser = await newBrowser();
    await send('ok', browser);
    await send('the same again', browser);
    await send('no server', { ...browser, endpoint: `http://127.0.0.1:${await freePort()}/push` });
    await send('no answer, after', await newBrowser('silent'), { timeoutMs: IMPATIENT_MS });
    await send('HTTP 500, before', await newBrowser(500));
    await send('a web page', { ...browser, endpoint: `${page.url}/push` });
    await send('a wrong secret', browser, { keys: newPushKey() });
    for (const status of STATUSES) await send(`HTTP ${status}`, await newBrowser(status));
  } finally {
    await page.stop();
    await outside.stop();
  }
  return { service: 'push', columns: new Map<string, Column>([['send', column]]) };
}

/** Adds a browser that takes pushes of one sender. @param answer 201 when not given */
async function addBrowser(
  outside: OutsideWorld,
  sender: string,
  answer?: number | 'silent',
): Promise<PushBrowser> {
  const { id, ...target } = await outside.control<PushBrowser & { id: string }>('POST', '/push/browsers', {
    sender,
  });
  if (answer !== undefined) await outside.control('POST', `/push/browsers/${id}/answer`, { answer });
  return target;
}
