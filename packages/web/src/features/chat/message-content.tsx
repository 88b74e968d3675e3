import type { ChatContent } from '@krapao/contract/chat';
import { useState } from 'react';
import { useT } from '../../lib/i18n/i18n.ts';
import { Icon } from '../../ui/icon.tsx';
import { safeUrl, splitLinks, textOfUnknown } from './chat-rules.ts';
import styles from './message.module.css';

type Payload<Type extends ChatContent['message_type']> = Extract<
  ChatContent,
  { message_type: Type }
>['payload'];
type MessageButton = Payload<'buttons'>['buttons'][number];
type Media = Payload<'media'>;

interface ContentProps {
  content: ChatContent;
  /** Preview picture to show until the server's has loaded; empty for none. */
  preview: string;
  /** Sends the payload of a pressed button. */
  onPress: (title: string, payload: string) => void;
}

/**
 * Content of a message, by its type. Text is never interpreted as markup, and links lead to web addresses
 * only.
 */
export function MessageContent({ content, preview, onPress }: ContentProps) {
  switch (content.message_type) {
    case 'text':
      return <Words text={content.payload.text} />;
    case 'media':
      return <MediaContent media={content.payload} preview={preview} />;
    case 'postback':
      return <Words text={content.payload.title} />;
    case 'quick_replies':
      return <Words text={content.payload.text} />;
    case 'buttons':
      return (
        <div className={styles.withButtons}>
          <Words text={content.payload.text} />
          <Buttons buttons={content.payload.buttons} onPress={onPress} />
        </div>
      );
    case 'generic':
      return <Cards elements={content.payload.elements} onPress={onPress} />;
    default:
      return <UnknownContent content={content} />;
  }
}

/** A type newer than this app: shows its text at least. */
function UnknownContent({ content }: { content: { payload?: unknown } }) {
  const t = useT();
  return <Words text={textOfUnknown(content.payload) || t('chat.unknown')} />;
}

function Words({ text }: { text: string }) {
  return (
    <p className={styles.words}>
      {splitLinks(text).map(({ text: part, href }, index) =>
        href === null ? (
          part
        ) : (
          <a key={index} href={href} target="_blank" rel="noopener noreferrer nofollow">
            {part}
          </a>
        ),
      )}
    </p>
  );
}

function MediaContent({ media, preview }: { media: Media; preview: string }) {
  const url = safeUrl(media.url);
  return (
    <>
      {url === null ? null : media.fileType === 'image' ? (
        <Picture url={url} preview={preview} />
      ) : media.fileType === 'video' ? (
        <Video url={url} />
      ) : (
        <FileLink url={url} name={media.filePath} />
      )}
      {(media.message || url === null) && <Words text={media.message || media.filePath} />}
    </>
  );
}

function Picture({ url, preview }: { url: string; preview: string }) {
  const t = useT();
  const [failed, setFailed] = useState(false);
  if (failed) return <FileLink url={url} name="" />;
  return (
    <a className={styles.media} href={url} target="_blank" rel="noopener noreferrer">
      {preview && <img src={preview} alt="" />}
      <img src={url} alt={t('chat.picture')} onError={() => setFailed(true)} />
    </a>
  );
}

function Video({ url }: { url: string }) {
  const t = useT();
  const [failed, setFailed] = useState(false);
  if (failed) return <FileLink url={url} name="" />;
  return (
    <span className={styles.media}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- people's own videos have no captions */}
      <video
        src={url}
        controls
        playsInline
        preload="metadata"
        aria-label={t('chat.video')}
        onError={() => setFailed(true)}
      />
    </span>
  );
}

function FileLink({ url, name }: { url: string; name: string }) {
  const t = useT();
  return (
    <a className={styles.file} href={url} target="_blank" rel="noopener noreferrer">
      <Icon name="save" size={20} />
      <span>{name || t('chat.openFile')}</span>
    </a>
  );
}

type ButtonsProps = { buttons: readonly MessageButton[] } & Pick<ContentProps, 'onPress'>;

function Buttons({ buttons, onPress }: ButtonsProps) {
  return (
    <ul className={styles.buttons}>
      {buttons.map((button, index) => (
        <li key={index}>
          <OneButton button={button} onPress={onPress} />
        </li>
      ))}
    </ul>
  );
}

function OneButton({ button, onPress }: { button: MessageButton } & Pick<ContentProps, 'onPress'>) {
  if (button.type === 'postback') {
    const { title, payload } = button;
    return (
      <button type="button" className={styles.button} onClick={() => onPress(title, payload || title)}>
        {title}
      </button>
    );
  }
  const href = safeUrl(button.url ?? '');
  if (href === null) return <span className={styles.deadButton}>{button.title}</span>;
  return (
    <a className={styles.button} href={href} target="_blank" rel="noopener noreferrer nofollow">
      {button.title}
      <Icon name="external" size={16} />
    </a>
  );
}

type CardsProps = { elements: Payload<'generic'>['elements'] } & Pick<ContentProps, 'onPress'>;

/** Cards side by side, scrolled sideways. */
function Cards({ elements, onPress }: CardsProps) {
  const t = useT();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scroll areas must be reachable by keyboard
    <ul className={styles.cards} tabIndex={0} aria-label={t('chat.cards')}>
      {elements.map(({ title, subtitle, image_url: picture, buttons }, index) => (
        <li key={index} className={styles.card}>
          <CardPicture url={safeUrl(picture)} />
          <div className={styles.cardText}>
            <strong>{title}</strong>
            {subtitle && <span>{subtitle}</span>}
          </div>
          <Buttons buttons={buttons} onPress={onPress} />
        </li>
      ))}
    </ul>
  );
}

function CardPicture({ url }: { url: string | null }) {
  const [failed, setFailed] = useState(false);
  if (url === null || failed) return null;
  return <img className={styles.cardPicture} src={url} alt="" onError={() => setFailed(true)} />;
}
