import type { ChatContent } from '@krapao/contract/chat';
import type { Queries } from '../../database/open.ts';
import { LIST_PAGE } from '../../kernel/list-page.ts';
import { StaffError } from '../../kernel/staff-error.ts';

/**
 * Lists a member's conversation, newest first, a page at a time. Its id is the member's.
 * @param after number of the last message of the page before
 * @throws StaffError KEY_INVALID
 */
export async function listChat(queries: Queries, memberId: string, after: string | undefined) {
  if (after !== undefined && !/^\d{1,9}$/.test(after)) throw new StaffError('KEY_INVALID');
  const rows = await queries
    .selectFrom('chat_message')
    .select(['id', 'seq', 'sender', 'content', 'created_at'])
    .where('conversation_id', '=', memberId)
    .$if(after !== undefined, (query) => query.where('seq', '<', Number(after)))
    .orderBy('seq', 'desc')
    .limit(LIST_PAGE + 1)
    .execute();
  const page = rows.slice(0, LIST_PAGE);
  const items = page.map((row) => {
    const content = row.content as ChatContent;
    return {
      id: row.id,
      at: row.created_at.toISOString(),
      sender: row.sender as 'customer' | 'operator',
      kind: content.message_type === 'media' ? content.payload.fileType : content.message_type,
      text: textOf(content),
    };
  });
  return { items, next: rows.length > LIST_PAGE ? String(page.at(-1)?.seq ?? '') : null };
}

/** Returns what a message says, without its files and addresses. */
function textOf(content: ChatContent): string {
  const lines = (texts: readonly string[]) => texts.filter(Boolean).join('\n');
  switch (content.message_type) {
    case 'text':
      return content.payload.text;
    case 'media':
      return content.payload.message;
    case 'postback':
      return content.payload.title;
    case 'buttons':
      return lines([content.payload.text, ...content.payload.buttons.map(({ title }) => title)]);
    case 'quick_replies':
      return lines([content.payload.text, ...content.payload.quick_replies.map(({ title }) => title)]);
    case 'generic':
      return lines(
        content.payload.elements.flatMap(({ title, subtitle, buttons }) => [
          title,
          subtitle,
          ...buttons.map((button) => button.title),
        ]),
      );
  }
}
