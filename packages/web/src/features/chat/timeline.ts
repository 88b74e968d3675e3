import type { ChatMessage } from '@krapao/contract/chat';

/** Loaded part of a conversation: messages by `seq`, without a gap, since their numbers are consecutive. */
export type Timeline = readonly ChatMessage[];

export const lastSeq = (timeline: Timeline): number => timeline.at(-1)?.seq ?? 0;

/**
 * Adds messages from any source, each once.
 * @returns the timeline, and whether messages between it and the new ones are missing: those beyond a gap are
 * left out, to come again with the missing ones
 */
export function merge(
  timeline: Timeline,
  incoming: readonly ChatMessage[],
): { timeline: Timeline; hasGap: boolean } {
  const bySeq = new Map(timeline.map((message) => [message.seq, message]));
  for (const message of incoming) if (!bySeq.has(message.seq)) bySeq.set(message.seq, message);
  if (bySeq.size === timeline.length) return { timeline, hasGap: false };
  const sorted = [...bySeq.values()].toSorted((a, b) => a.seq - b.seq);
  if (timeline.length === 0) return withoutGap(sorted, sorted.length - 1);
  return withoutGap(
    sorted,
    sorted.findIndex(({ seq }) => seq === lastSeq(timeline)),
  );
}

/** Returns the run of consecutive messages around an anchor. */
function withoutGap(sorted: readonly ChatMessage[], anchor: number): { timeline: Timeline; hasGap: boolean } {
  const follows = (index: number) => sorted[index]?.seq === (sorted[index - 1]?.seq ?? NaN) + 1;
  let from = anchor;
  while (from > 0 && follows(from)) from -= 1;
  let to = anchor;
  while (to + 1 < sorted.length && follows(to + 1)) to += 1;
  return { timeline: sorted.slice(from, to + 1), hasGap: to + 1 < sorted.length };
}

/** Returns the operator's messages after a number. */
export const unreadAfter = (timeline: Timeline, seq: number): ChatMessage[] =>
  timeline.filter((message) => message.sender === 'operator' && message.seq > seq);
