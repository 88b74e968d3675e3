/** Returns a message of the desk as plain text, for services that show no other kind. */
export function plainText(content: unknown): string {
  const { payload } = content as {
    payload?: { text?: unknown; elements?: { title?: unknown }[]; url?: unknown };
  };
  if (typeof payload?.text === 'string') return payload.text;
  const titles = payload?.elements?.map(({ title }) => (typeof title === 'string' ? title : '')).join('\n');
  return titles ?? (typeof payload?.url === 'string' ? payload.url : '');
}

export const textContent = (text: string) => ({ message_type: 'text', payload: { text } });
