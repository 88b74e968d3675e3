import { derivedId } from '../../kernel/ids.ts';
import { done, refused, unknown, type Outcome } from '../../ports/outcome.ts';
import type { DeskReply } from '../../ports/support-desk.ts';
import { isObject, readCode, readObject, readText, type JsonObject } from '../http/read-answer.ts';
import type { ServiceAnswer } from '../http/service-call.ts';

/** Reads the source of a contact that was made or found; empty when the answer has none. */
export const readSource = ({ status, body }: ServiceAnswer): string =>
  status === 200 ? readText(body['source_id']) : '';

/** Reads the number of a conversation; empty when there is none. */
export const readConversation = (conversation: JsonObject): string => readCode(conversation['id']);

/** Returns the newest conversation of a list; empty when it has none. A message opens a resolved one again. */
export const readNewest = (list: readonly unknown[]): string =>
  String(Math.max(0, ...list.filter(isObject).map((one) => Number(readConversation(one)) || 0)) || '');

/** Reads whether a message was taken. A content that the desk never takes is refused. */
export function readMessageTaken({ status, body }: ServiceAnswer): Outcome {
  if (status === 200 && readCode(body['id']) !== '') return done(undefined);
  return status === 422 ? refused(`status ${status}`) : unknown(`status ${status}`);
}

/**
 * Reads an event: the answer of staff, or nothing that a customer should see.
 * @param roomOf returns the room of a contact's source
 */
export function readEvent(
  body: JsonObject,
  inbox: string,
  roomOf: (source: string) => string,
): DeskReply | 'nothing' {
  const isAnswer =
    body['event'] === 'message_created' && body['message_type'] === 'outgoing' && body['private'] !== true;
  const text = isAnswer ? answerText(body) : '';
  const conversation = readObject(body['conversation']);
  const source = readText(readObject(conversation['contact_inbox'])['source_id']);
  const id = readCode(body['id']);
  if (text === '' || source === '' || id === '') return 'nothing';
  return {
    id: derivedId(`chatwoot:${inbox}:${id}`),
    room: roomOf(source),
    content: { message_type: 'text', payload: { text } },
    name: readText(readObject(body['sender'])['name']),
  };
}

/** Returns the text of an answer, and the addresses of its files. */
function answerText(body: JsonObject): string {
  const { attachments } = body;
  const files = Array.isArray(attachments) ? attachments.filter(isObject) : [];
  const addresses = files.map((file) => readText(file['data_url']));
  return [readText(body['content']).trim(), ...addresses].filter(Boolean).join('\n');
}
