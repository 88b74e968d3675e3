import { CHAT_TEXT_MAX } from '@krapao/contract/limits';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ChangeEvent,
  type ClipboardEvent,
  type KeyboardEvent,
} from 'react';
import { t, useT } from '../../lib/i18n/i18n.ts';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast-store.ts';
import { ATTACHMENT_ACCEPT, lookAtFile, maxMb, tidyText } from './chat-rules.ts';
import type { ChatSender } from './chat-sender.ts';
import styles from './chat.module.css';

/** Length from which the count of characters is shown. */
const COUNT_FROM = CHAT_TEXT_MAX - 200;

interface ComposerProps {
  sender: ChatSender;
  disabled: boolean;
}

/** Text field of the chat: Enter sends, Shift+Enter begins a new line. Pictures may be pasted. */
export function Composer({ sender, disabled }: ComposerProps) {
  const t = useT();
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const tidy = tidyText(text);

  // As high as its text, up to the style's limit.
  useLayoutEffect(() => {
    const area = field.current;
    if (!area) return;
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight}px`;
  }, [text]);

  // A phone's keyboard would cover half of the messages.
  useEffect(() => {
    if (window.matchMedia('(hover: hover) and (pointer: fine)').matches) field.current?.focus();
  }, []);

  const send = () => {
    if (disabled || tidy === '') return;
    sender.sendText(tidy);
    setText('');
    // Pressing the button must not close the keyboard.
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes a word, Enter belongs to it.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  const paste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    attach(sender, files);
  };

  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <AttachButton sender={sender} disabled={disabled} />
      <div className={styles.field}>
        <textarea
          ref={field}
          rows={1}
          value={text}
          maxLength={CHAT_TEXT_MAX}
          placeholder={t('chat.placeholder')}
          aria-label={t('chat.placeholder')}
          enterKeyHint="send"
          disabled={disabled}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
          onPaste={paste}
        />
        {text.length >= COUNT_FROM && (
          <span className={styles.left}>
            {text.length}/{CHAT_TEXT_MAX}
          </span>
        )}
      </div>
      <button
        type="submit"
        className={styles.send}
        aria-label={t('chat.send')}
        disabled={disabled || tidy === ''}
        onPointerDown={(event) => event.preventDefault()}
      >
        <Icon name="send" />
      </button>
    </form>
  );
}

/** Sends the permitted files; tells why the others are refused. */
function attach(sender: ChatSender, files: readonly File[]): void {
  for (const file of files) {
    const { kind, fault } = lookAtFile(file);
    if (kind === null) toast.error(t('chat.notSupported'));
    else if (fault !== null) toast.error(t('chat.tooLarge', { size: maxMb(kind) }));
    else void sender.sendFile(file, kind);
  }
}

function AttachButton({ sender, disabled }: ComposerProps) {
  const t = useT();
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    // Allows the same file to be chosen again.
    target.value = '';
    attach(sender, files);
  };
  return (
    <label className={styles.attach} title={t('chat.attach')}>
      <input
        type="file"
        className="visually-hidden"
        accept={ATTACHMENT_ACCEPT}
        multiple
        disabled={disabled}
        onChange={choose}
      />
      <span className="visually-hidden">{t('chat.attach')}</span>
      <Icon name="attach" />
    </label>
  );
}
