import type { Locator, Page } from '@playwright/test';

export const chatOf = (page: Page): Locator => page.getByRole('dialog', { name: 'แชตกับทีมงาน' });

/** Opens the chat from a page that offers it. */
export async function openChat(page: Page, path = '/contact'): Promise<Locator> {
  await page.goto(path);
  await page.getByRole('button', { name: /แชตกับทีมงาน/ }).tap();
  return chatOf(page);
}

/** Writes into the open chat. */
export async function writeChat(page: Page, text: string): Promise<void> {
  const field = chatOf(page).getByLabel('พิมพ์ข้อความ');
  await field.fill(text);
  await field.press('Enter');
}

/** A message in the server's format, possibly of a kind unknown to this version. */
export interface Told {
  message_type: string;
  payload: unknown;
}

/** Returns that many plain messages. */
export const wordsOfStaff = (count: number): Told[] =>
  Array.from({ length: count }, (_, n) => ({ message_type: 'text', payload: { text: `staff ${n}` } }));

/**
 * Serves a conversation in which only the staff have written, oldest first, page by page like the server.
 * @returns a function that sends one more message
 */
export async function tellHistory(page: Page, told: readonly Told[]): Promise<(message: Told) => void> {
  const rowOf = (message: Told, n: number) => ({
    _id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    seq: n + 1,
    sender: 'operator',
    name: '',
    createdAt: new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString(),
    message,
  });
  const all = told.map(rowOf);
  await page.route('**/api/chat/history', (route) => {
    const { skip, limit, afterSeq } = route.request().postDataJSON() as Record<string, number | undefined>;
    const messages =
      afterSeq === undefined
        ? all.toReversed().slice(skip, (skip ?? 0) + (limit ?? 10))
        : all.filter(({ seq }) => seq > afterSeq);
    return route.fulfill({ json: { messages, total: all.length, readSeq: 0 } });
  });
  return (message) => void all.push(rowOf(message, all.length));
}
