/** Returns the markup of a reply: a bare text, `{ html }`, or `{ text }`. Empty when there is none. */
export function conditionsHtml(reply: unknown): string {
  if (typeof reply === 'string') return reply;
  if (typeof reply !== 'object' || reply === null) return '';
  if ('html' in reply && typeof reply.html === 'string') return reply.html;
  return 'text' in reply && typeof reply.text === 'string' ? reply.text : '';
}
