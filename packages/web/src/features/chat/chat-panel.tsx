import { useEffect, useRef, useState, type RefObject } from 'react';
import { useT, type Translate } from '../../lib/i18n/i18n.ts';
import { useStore } from '../../lib/store.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { chatOf } from './chat-session.ts';
import type { ChatState } from './chat-state.ts';
import styles from './chat.module.css';
import { Composer } from './composer.tsx';
import type { Customer } from './customer.ts';
import { MessageList } from './message-list.tsx';
import { lastSeq, unreadAfter } from './timeline.ts';

interface ChatPanelProps {
  customer: Customer;
  /** Called with the number of the last message that the customer has seen. */
  onClose: (seenSeq: number) => void;
}

/** The conversation with support: full screen on a phone, a window elsewhere. */
export function ChatPanel({ customer, onClose }: ChatPanelProps) {
  const t = useT();
  const [session] = useState(() => chatOf(customer));
  const state = useStore(session.state);
  const frame = useRef<HTMLDivElement>(null);
  useKeyboardRoom(frame);
  useEffect(() => {
    session.open();
    return () => session.close();
  }, [session]);

  const close = () => onClose(session.seenSeq);
  const status = statusOf(state, t);
  const isRefused = state.phase === 'failed' || state.link === 'refused';
  return (
    <Dialog title={t('chat.title')} onClose={close} bare className={styles.dialog}>
      <div ref={frame} className={styles.frame}>
        <header className={styles.header}>
          <span className={styles.avatar}>
            <Icon name="speech" size={20} />
          </span>
          <div className={styles.heading}>
            <h2>{t('chat.title')}</h2>
            <p role="status">{status}</p>
          </div>
          <IconButton icon="close" label={t('kit.close')} onClick={close} />
        </header>
        {(isRefused || state.isUnanswered) && (
          <p className={styles.refused} role="alert">
            <Icon name="alert" size={20} />
            <span>{t(isRefused ? 'chat.cannotStart' : 'chat.notReached')}</span>
            <Button variant="secondary" size="small" onClick={() => session.check()}>
              {t('common.retry')}
            </Button>
          </p>
        )}
        {state.phase === 'starting' && state.pending.length === 0 ? (
          <div className={styles.middle}>
            <Spinner />
          </div>
        ) : (
          <MessageList session={session} state={state} />
        )}
        <Announcer state={state} />
        <Composer sender={session.sender} disabled={state.phase === 'failed'} />
      </div>
    </Dialog>
  );
}

function statusOf({ isOnline, link, phase, isUnanswered }: ChatState, t: Translate): string {
  if (!isOnline) return t('chat.offline');
  if (link === 'refused' || phase === 'failed' || isUnanswered) return '';
  return link === 'connecting' || phase === 'starting' ? t('chat.connecting') : t('chat.ready');
}

/** Announces new messages to screen readers without reading out the earlier ones. */
function Announcer({ state: { timeline, phase } }: { state: ChatState }) {
  const t = useT();
  const [from, setFrom] = useState<number | null>(null);
  if (from === null && phase === 'ready') setFrom(lastSeq(timeline));
  const count = from === null ? 0 : unreadAfter(timeline, from).length;
  return (
    <p className="visually-hidden" role="status">
      {count > 0 && t('contact.newMessages', { count })}
    </p>
  );
}

/** On phones the keyboard covers the page: the chat takes the remaining room. */
function useKeyboardRoom(frame: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return;
    const fit = () => {
      const covered = window.innerHeight - view.height;
      frame.current?.style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`);
      frame.current?.style.setProperty('--shifted', `${Math.max(0, Math.round(view.offsetTop))}px`);
    };
    fit();
    view.addEventListener('resize', fit);
    view.addEventListener('scroll', fit);
    return () => {
      view.removeEventListener('resize', fit);
      view.removeEventListener('scroll', fit);
    };
  }, [frame]);
}
