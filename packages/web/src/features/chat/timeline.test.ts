import type { ChatMessage } from '@krapao/contract/chat';
import { array, assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastSeq, merge, unreadAfter, type Timeline } from './timeline.ts';

const message = (seq: number, sender: ChatMessage['sender'] = 'operator'): ChatMessage => ({
  _id: `id-${seq}`,
  seq,
  sender,
  message: { message_type: 'text', payload: { text: `${seq}` } },
  createdAt: '2026-11-20T10:00:00.000Z',
  session_id: '',
  userId: '',
  guestId: '',
  username: '',
  name: '',
  deviceToken: '',
});
const messages = (...seqs: number[]) => seqs.map((seq) => message(seq));
const seqs = (timeline: Timeline) => timeline.map(({ seq }) => seq);

describe('merging', () => {
  it('puts older ones before and newer ones after, each once', () => {
    const { timeline, hasGap } = merge(messages(11, 12), messages(12, 13, 10, 9));
    expect(seqs(timeline)).toEqual([9, 10, 11, 12, 13]);
    expect(hasGap).toBe(false);
  });

  it('says when something is missing, and leaves out what lies beyond', () => {
    const { timeline, hasGap } = merge(messages(1, 2), messages(4));
    expect(seqs(timeline)).toEqual([1, 2]);
    expect(hasGap).toBe(true);
  });

  it('changes nothing for what is known', () => {
    const known = messages(1, 2);
    expect(merge(known, messages(2)).timeline).toBe(known);
  });

  it('ends with every message once and in order, however they come, if what is missing is fetched', () => {
    const TOTAL = 30;
    assert(
      property(
        array(array(integer({ min: 1, max: TOTAL }), { maxLength: 6 }), { maxLength: 20 }),
        (deliveries) => {
          let timeline: Timeline = messages(10, 11, 12);
          const take = (incoming: ChatMessage[]) => {
            const merged = merge(timeline, incoming);
            timeline = merged.timeline;
            return merged.hasGap;
          };
          for (const delivery of deliveries) {
            if (!take(messages(...delivery))) continue;
            const from = lastSeq(timeline);
            expect(take(messages(...delivery, ...range(from + 1, Math.max(...delivery))))).toBe(false);
            expect(lastSeq(timeline)).toBe(Math.max(...delivery));
          }
          const shown = seqs(timeline);
          expect(shown).toEqual(range(shown[0] ?? 0, lastSeq(timeline)));
        },
      ),
    );
  });
});

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

it('counts as unread what the operator wrote after a number', () => {
  const timeline = [message(1), message(2, 'customer'), message(3), message(4)];
  expect(seqs(unreadAfter(timeline, 1))).toEqual([3, 4]);
});
