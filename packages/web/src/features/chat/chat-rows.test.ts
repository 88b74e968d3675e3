import type { ChatMessage } from '@krapao/contract/chat';
import { describe, expect, it } from 'vitest';
import { rowsOf } from './chat-rows.ts';
import { EMPTY_CHAT } from './chat-state.ts';
import type { Pending } from './outbox.ts';

const content = { message_type: 'text' as const, payload: { text: 'hi' } };
const message = (seq: number, createdAt: string, name = ''): ChatMessage => ({
  _id: `m${seq}`,
  seq,
  sender: name ? 'operator' : 'customer',
  message: content,
  createdAt,
  session_id: '',
  userId: '',
  guestId: '',
  username: '',
  name,
  deviceToken: '',
});
const pending = (id: string, delivery: Pending['delivery'], at: string): Pending => ({
  id,
  at: Date.parse(at),
  delivery,
  content,
  file: null,
  preview: '',
  fault: '',
});

describe('rows', () => {
  it('carry the day, the time and the name in Bangkok, once for what belongs together', () => {
    const timeline = [
      message(1, '2026-11-20T16:58:00.000Z', 'Nok'),
      message(2, '2026-11-20T16:59:00.000Z', 'Nok'),
      message(3, '2026-11-20T17:01:00.000Z', 'Nok'),
      message(4, '2026-11-20T17:02:00.000Z', 'Bot'),
      message(5, '2026-11-20T17:03:00.000Z'),
      message(6, '2026-11-20T17:09:00.000Z'),
    ];
    const rows = rowsOf({ ...EMPTY_CHAT, timeline });
    expect(rows.map(({ day, time, name, isLast }) => [day, time, name, isLast])).toEqual([
      ['20/11/2026', '23:58', 'Nok', false],
      [null, '23:59', '', true],
      ['21/11/2026', '00:01', 'Nok', true],
      [null, '00:02', 'Bot', true],
      [null, '00:03', '', true],
      [null, '00:09', '', true],
    ]);
  });

  it('put what is on its way last, and what failed where it was written; each once', () => {
    const timeline = [message(1, '2026-11-20T10:00:00.000Z'), message(2, '2026-11-20T10:10:00.000Z')];
    const rows = rowsOf({
      ...EMPTY_CHAT,
      timeline,
      pending: [
        pending('failed', 'failed', '2026-11-20T10:05:00.000Z'),
        pending('m2', 'sending', '2026-11-20T10:06:00.000Z'),
        pending('sending', 'sending', '2026-11-20T10:07:00.000Z'),
      ],
    });
    expect(rows.map(({ id, delivery }) => [id, delivery])).toEqual([
      ['m1', 'succeed'],
      ['failed', 'failed'],
      ['m2', 'succeed'],
      ['sending', 'sending'],
    ]);
  });
});
