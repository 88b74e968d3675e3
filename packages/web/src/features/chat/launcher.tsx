import { useEffect, useEffectEvent, useState } from 'react';
import { reportFault } from '../../lib/fault-report.ts';
import { loadWords, t, useT } from '../../lib/i18n/i18n.ts';
import { CutOffError, loadCode } from '../../lib/load-code.ts';
import { getSessionNo } from '../../lib/session-token.ts';
import { useApi } from '../../lib/use-api.ts';
import { DialogName } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast-store.ts';
import styles from './launcher.module.css';
import { conversationOf, type Customer } from './customer.ts';
import { readOutbox } from './outbox.ts';

/** Interval of the checks for new messages while the chat is closed. */
const UNREAD_EVERY_MS = 30_000;
const LOOK_AT = 10;

/** Includes the chat's texts, which the surrounding page does not need. */
async function loadPanel() {
  const [{ ChatPanel }] = await Promise.all([import('./chat-panel.tsx'), loadWords('member', 'more')]);
  return ChatPanel;
}

type Panel = Awaited<ReturnType<typeof loadPanel>>;

interface LauncherProps {
  /** Customer whose conversation may already exist; null when there can be none. */
  known: Customer | null;
  begin: () => Customer;
}

/** The chat button, and the chat once it is pressed. */
export function Launcher({ known, begin }: LauncherProps) {
  const t = useT();
  const [open, setOpen] = useState<Customer | null>(null);
  const [seenSeq, setSeenSeq] = useState(0);
  const unread = useUnread(open ? null : known, seenSeq);
  useLeftovers(known);
  const close = (upTo: number) => {
    setOpen(null);
    setSeenSeq(upTo);
  };
  return (
    <>
      <button
        type="button"
        className={styles.launcher}
        aria-haspopup="dialog"
        onClick={() => setOpen(begin())}
      >
        <span className={styles.mark}>
          <Icon name="speech" size={24} />
        </span>
        <span className={styles.words}>
          <strong>{t('contact.chat')}</strong>
          <span>{t('contact.chatHint')}</span>
        </span>
        {unread > 0 && (
          <span className={styles.badge}>
            <span aria-hidden>{unread >= LOOK_AT ? '9+' : unread}</span>
            <span className="visually-hidden">{t('contact.newMessages', { count: unread })}</span>
          </span>
        )}
        <Icon name="chevron-right" size={20} className={styles.chevron} />
      </button>
      {open && <OpenChat customer={open} onClose={close} onMissing={() => setOpen(null)} />}
    </>
  );
}

interface OpenChatProps {
  customer: Customer;
  onClose: (upTo: number) => void;
  /** Called when the chat's code did not come; the player has been told. */
  onMissing: () => void;
}

/** The chat, as soon as its code has loaded. */
function OpenChat({ customer, onClose, onMissing }: OpenChatProps) {
  const [Panel, setPanel] = useState<Panel>();
  const missing = useEffectEvent((fault: unknown) => {
    if (!(fault instanceof CutOffError)) reportFault('promise', fault);
    toast.error(t('common.connectionError'));
    onMissing();
  });
  useEffect(() => {
    if (!Panel) loadCode(loadPanel).then((component) => setPanel(() => component), missing);
  }, [Panel]);
  if (!Panel) return null;
  return (
    <DialogName value="chat">
      <Panel key={`${getSessionNo()} ${conversationOf(customer)}`} customer={customer} onClose={onClose} />
    </DialogName>
  );
}

/**
 * Returns the number of unread messages of the operator, at most ten. Messages seen on this page count as
 * read without asking the server.
 */
function useUnread(customer: Customer | null, seenSeq: number): number {
  const { userId = '', guestId = '' } = customer ?? {};
  const { data } = useApi(
    customer ? 'POST /api/chat/history' : null,
    { body: { userId, guestId, limit: LOOK_AT, skip: 0 } },
    { refreshInterval: UNREAD_EVERY_MS, keepPreviousData: false },
  );
  if (!data) return 0;
  const readSeq = Math.max(data.readSeq, seenSeq);
  return data.messages.filter(({ sender, seq }) => sender === 'operator' && seq > readSeq).length;
}

/** Sends messages left over from an earlier visit without opening the chat. */
function useLeftovers(customer: Customer | null): void {
  const conversation = customer === null ? '' : conversationOf(customer);
  useEffect(() => {
    if (customer === null || readOutbox(customer).length === 0) return;
    import('./chat-session.ts')
      .then(({ chatOf }) => chatOf(customer).resume())
      // Without a connection the messages stay stored for the next visit.
      .catch((fault: unknown) => console.warn('what was left cannot be sent yet', fault));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the conversation identifies the customer
  }, [conversation]);
}
