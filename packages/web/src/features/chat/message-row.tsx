import { CONNECTION_ERROR, messageText } from '../../lib/api-error.ts';
import { useT, type Translate } from '../../lib/i18n/i18n.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { Ring } from '../../ui/spinner.tsx';
import type { Row } from './chat-rows.ts';
import { maxMb } from './chat-rules.ts';
import { FILE_LOST } from './chat-sender.ts';
import { MessageContent } from './message-content.tsx';
import styles from './message.module.css';
import type { Pending } from './outbox.ts';

interface RowProps {
  row: Row;
  /** Upload progress of its file, 0 to 1; undefined without an upload. */
  progress: number | undefined;
  onPress: (title: string, payload: string) => void;
  onResend: (id: string) => void;
  onRemove: (id: string) => void;
}

/** One message, with its delivery state. */
export function MessageRow({ row, progress, onPress, onResend, onRemove }: RowProps) {
  const t = useT();
  const { content, pending, delivery } = row;
  const isOwn = row.sender === 'customer';
  const isFrameless =
    content?.message_type === 'generic' || content === null || (isMedia(row) && !hasWords(row));
  return (
    <li
      className={classNames(styles.row, isOwn ? styles.own : styles.theirs, row.isLast && styles.last)}
      data-delivery={delivery}
      data-sender={isOwn ? 'own' : 'theirs'}
    >
      <span className="visually-hidden">{isOwn ? t('chat.you') : row.name || t('chat.staff')}</span>
      {row.name && (
        <span className={styles.name} aria-hidden>
          {row.name}
        </span>
      )}
      <div
        className={classNames(
          isFrameless ? styles.frameless : styles.bubble,
          delivery === 'failed' && styles.failed,
        )}
      >
        {content ? (
          <MessageContent content={content} preview={row.preview} onPress={onPress} />
        ) : (
          pending && <FileOnItsWay pending={pending} progress={progress} />
        )}
      </div>
      {delivery === 'failed' && pending ? (
        <Failed pending={pending} onResend={onResend} onRemove={onRemove} />
      ) : (
        (row.isLast || delivery !== 'succeed') && <Footnote row={row} onRemove={onRemove} />
      )}
    </li>
  );
}

const isMedia = ({ content }: Row) => content?.message_type === 'media';
const hasWords = ({ content }: Row) => content?.message_type === 'media' && content.payload.message !== '';

/** Time of a message and, for the customer's own, its delivery state. */
function Footnote({ row: { sender, time, delivery, id }, onRemove }: Pick<RowProps, 'row' | 'onRemove'>) {
  const t = useT();
  return (
    <span className={styles.footnote}>
      <time>{time}</time>
      {sender === 'customer' && (
        <Icon
          name={delivery === 'succeed' ? 'check' : 'clock'}
          size={14}
          label={delivery === 'succeed' ? t('chat.sent') : t('chat.sending')}
        />
      )}
      {delivery === 'uploading_file' && (
        <button type="button" className={styles.plainAction} onClick={() => onRemove(id)}>
          {t('kit.cancel')}
        </button>
      )}
    </span>
  );
}

interface FailedProps extends Pick<RowProps, 'onResend' | 'onRemove'> {
  pending: Pending;
}

function Failed({ pending, onResend, onRemove }: FailedProps) {
  const t = useT();
  return (
    <div className={styles.trouble}>
      <p role="alert">
        <Icon name="alert" size={16} />
        <span>{faultText(pending, t)}</span>
      </p>
      <div>
        {pending.fault !== FILE_LOST && (
          <button type="button" className={styles.plainAction} onClick={() => onResend(pending.id)}>
            <Icon name="refresh" size={16} />
            {t('chat.resend')}
          </button>
        )}
        <button type="button" className={styles.plainAction} onClick={() => onRemove(pending.id)}>
          <Icon name="close" size={16} />
          {t('chat.remove')}
        </button>
      </div>
    </div>
  );
}

function faultText({ fault, file }: Pending, t: Translate): string {
  switch (fault) {
    case 'FILE_NOT_SUPPORTED':
      return t('chat.notSupported');
    case 'FILE_TOO_LARGE':
      return t('chat.tooLarge', { size: maxMb(file?.kind ?? 'image') });
    case FILE_LOST:
      return t('chat.fileLost');
    case CONNECTION_ERROR:
      return t('common.connectionError');
    case '':
      return t('common.unexpectedError');
    default:
      return messageText(fault);
  }
}

function FileOnItsWay({ pending, progress }: { pending: Pending; progress: number | undefined }) {
  const t = useT();
  const percent = Math.round((progress ?? 0) * 100);
  const isOnItsWay = pending.delivery === 'uploading_file';
  return (
    <div className={styles.media}>
      {pending.preview ? (
        <img src={pending.preview} alt="" />
      ) : (
        <span className={styles.fileName}>
          <Icon name={pending.file?.kind === 'video' ? 'play' : 'attach'} size={30} />
          {pending.file?.name}
        </span>
      )}
      {isOnItsWay && (
        <span className={styles.progress}>
          <Ring size={20} />
          <progress
            value={percent}
            max={100}
            aria-label={t('chat.uploading', { name: pending.file?.name ?? '', percent })}
          />
          <span aria-hidden>{percent}%</span>
        </span>
      )}
    </div>
  );
}
