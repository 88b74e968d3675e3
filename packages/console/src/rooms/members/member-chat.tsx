import type { StaffItem } from '@krapao/contract/staff/client-types';
import { codeText, useT } from '../../lib/i18n.ts';
import { usePages } from '../../lib/reads.ts';
import { classNames } from '../../ui/class-names.ts';
import { Chip } from '../../ui/chip.tsx';
import { More } from '../../ui/more.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import styles from './member-sections.module.css';

type Message = StaffItem<'GET /staff/api/members/:id/chat'>;

/** A member's conversation with support, newest first, to read. */
export function MemberChat({ id }: { id: string }) {
  const t = useT();
  const pages = usePages('GET /staff/api/members/:id/chat', { params: { id } });
  return (
    <Loaded read={pages}>
      {(items) =>
        items.length === 0 ? (
          <Empty title={t('sections.noChat')} />
        ) : (
          <>
            <ul className={styles['chat']} aria-label={t('members.chat')}>
              {items.map((message) => (
                <ChatMessage key={message.id} message={message} />
              ))}
            </ul>
            <More pages={pages} />
          </>
        )
      }
    </Loaded>
  );
}

function ChatMessage({ message: { sender, at, kind, text } }: { message: Message }) {
  const t = useT();
  return (
    <li className={classNames(sender === 'operator' && styles['ours'])}>
      <p className={styles['by']}>
        <strong>{t(`sections.sender_${sender}`)}</strong> <When at={at} isInline />
        {kind !== 'text' && <Chip>{codeText('chatKinds', kind)}</Chip>}
      </p>
      {text !== '' && <p className={styles['text']}>{text}</p>}
    </li>
  );
}
