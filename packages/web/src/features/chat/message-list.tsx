import { Fragment, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { serverNow } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n/i18n.ts';
import { Icon } from '../../ui/icon.tsx';
import { Ring } from '../../ui/spinner.tsx';
import { dayOf, rowsOf, type Row } from './chat-rows.ts';
import { summaryOf } from './chat-rules.ts';
import type { ChatSession } from './chat-session.ts';
import { hasOlder, type ChatState } from './chat-state.ts';
import styles from './chat.module.css';
import { MessageRow } from './message-row.tsx';
import { lastSeq, unreadAfter } from './timeline.ts';

/** Distance from the end, in pixels, that counts as the end. */
const BOTTOM_PX = 60;
/** Distance from the beginning, in pixels, at which older messages are fetched. */
const TOP_PX = 80;

/** The messages, scrolled by our code; new ones out of sight are announced. */
export function MessageList({ session, state }: { session: ChatSession; state: ChatState }) {
  const t = useT();
  const rows = rowsOf(state);
  const { scroller, isAtEnd } = useScroll(session, state, rows);
  const [seenSeq, setSeenSeq] = useState<number | null>(null);
  const unread = seenSeq === null || isAtEnd ? [] : unreadAfter(state.timeline, seenSeq);

  // Messages that arrived while the end was in sight have been seen.
  const last = lastSeq(state.timeline);
  if (isAtEnd && last > 0 && seenSeq !== last) setSeenSeq(last);
  useReadMarks(session, isAtEnd, last);

  const toEnd = () => scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  const { sender } = session;
  const newest = unread.at(-1);
  return (
    <div className={styles.middle}>
      <div
        ref={scroller}
        className={styles.scroller}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scroll areas must be reachable by keyboard
        tabIndex={0}
        role="region"
        aria-label={t('chat.messages')}
      >
        <Beginning session={session} state={state} />
        <ol className={styles.list}>
          {rows.map((row) => (
            <Fragment key={row.id}>
              {row.day && <DayLine day={row.day} />}
              <MessageRow
                row={row}
                progress={state.progress[row.id]}
                onPress={(title, payload) => sender.sendPostback(title, payload)}
                onResend={(id) => sender.resend(id)}
                onRemove={(id) => sender.remove(id)}
              />
            </Fragment>
          ))}
        </ol>
        <QuickReplies
          row={rows.findLast(({ delivery }) => delivery !== 'failed')}
          onPress={(title, payload) => sender.sendPostback(title, payload)}
        />
      </div>
      {!isAtEnd && (
        <button type="button" className={styles.toEnd} onClick={toEnd}>
          {newest ? (
            <>
              <span className={styles.count} aria-hidden>
                {unread.length}
              </span>
              <span className={styles.preview}>
                <span className="visually-hidden">{t('contact.newMessages', { count: unread.length })} </span>
                {summaryOf(newest.message) || t('chat.picture')}
              </span>
            </>
          ) : (
            <span className="visually-hidden">{t('chat.toEnd')}</span>
          )}
          <Icon name="chevron-down" size={20} />
        </button>
      )}
    </div>
  );
}

/** Row above the first message: a button for more, or the beginning of the conversation. */
function Beginning({ session, state }: { session: ChatSession; state: ChatState }) {
  const t = useT();
  if (hasOlder(state)) {
    return (
      <div className={styles.beginning}>
        {state.isLoadingOlder ? (
          <Ring size={22} />
        ) : (
          <button type="button" className={styles.older} onClick={() => void session.loadOlder()}>
            {t('chat.older')}
          </button>
        )}
      </div>
    );
  }
  return (
    <div className={styles.welcome}>
      <span className={styles.mark}>
        <Icon name="speech" size={26} />
      </span>
      <p>{t('chat.welcome')}</p>
    </div>
  );
}

function DayLine({ day }: { day: string }) {
  const t = useT();
  const isToday = day === dayOf(serverNow());
  return <li className={styles.day}>{isToday ? t('chat.today') : day}</li>;
}

interface QuickRepliesProps {
  row: Row | undefined;
  onPress: (title: string, payload: string) => void;
}

/** Suggested answers, shown until something is said after the question. */
function QuickReplies({ row, onPress }: QuickRepliesProps) {
  const t = useT();
  if (row?.content?.message_type !== 'quick_replies') return null;
  return (
    <ul className={styles.quick} aria-label={t('chat.answers')}>
      {row.content.payload.quick_replies.map(({ title, payload }, index) => (
        <li key={index}>
          <button
            type="button"
            className={styles.quickButton}
            onClick={() => onPress(title, payload || title)}
          >
            {title}
          </button>
        </li>
      ))}
    </ul>
  );
}

/**
 * Keeps the scroll position: at the end while the end is in sight or after the customer's own message, and at
 * the same message while older ones are inserted above. @returns whether the end is in sight
 */
function useScroll(
  session: ChatSession,
  state: ChatState,
  rows: readonly Row[],
): { scroller: RefObject<HTMLDivElement | null>; isAtEnd: boolean } {
  const scroller = useRef<HTMLDivElement>(null);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const wasAtEnd = useRef(true);
  const before = useRef<{ firstId: string; height: number; ownCount: number }>(null);
  /** Id of the oldest message when older ones were last requested here. */
  const askedAt = useRef<string>(null);
  const firstId = rows[0]?.id ?? '';
  const lastId = rows.at(-1)?.id ?? '';
  const ownCount = rows.filter(({ sender }) => sender === 'customer').length;
  const isWritten = state.pending.at(-1)?.id === lastId;
  const older = hasOlder(state);

  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const known = before.current;
    const grewAbove = known !== null && known.firstId !== '' && known.firstId !== firstId;
    const wroteOwn = known !== null && isWritten && ownCount > known.ownCount;
    if (grewAbove && !wasAtEnd.current) box.scrollTop += box.scrollHeight - known.height;
    else if (wasAtEnd.current || wroteOwn) box.scrollTop = box.scrollHeight;
    before.current = { firstId, height: box.scrollHeight, ownCount };
    // Ten short messages may leave nothing to scroll. Requested once: a refusing server would be asked
    // without a pause.
    const isShort = box.clientHeight > 0 && box.scrollHeight <= box.clientHeight;
    if (!older || !isShort || askedAt.current === firstId) return;
    askedAt.current = firstId;
    void session.loadOlder();
  });

  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const look = () => {
      wasAtEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight <= BOTTOM_PX;
      setIsAtEnd(wasAtEnd.current);
      if (box.scrollTop <= TOP_PX && !wasAtEnd.current) void session.loadOlder();
    };
    box.addEventListener('scroll', look, { passive: true });
    // The keyboard takes half of the height: messages at the end stay there.
    const resized =
      typeof ResizeObserver === 'undefined'
        ? null
        : new ResizeObserver(() => {
            if (wasAtEnd.current) box.scrollTop = box.scrollHeight;
          });
    resized?.observe(box);
    return () => {
      box.removeEventListener('scroll', look);
      resized?.disconnect();
    };
  }, [session]);
  return { scroller, isAtEnd };
}

/** Marks messages in sight as read while the page is visible. */
function useReadMarks(session: ChatSession, isAtEnd: boolean, last: number): void {
  useEffect(() => {
    if (!isAtEnd || last === 0) return;
    const look = () => {
      if (document.visibilityState === 'visible') session.seen();
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [session, isAtEnd, last]);
}
