import { useApi } from '../../lib/use-api.ts';
import { Icon } from '../../ui/icon.tsx';
import { SafeHtml } from '../../ui/safe-html.tsx';
import { fillNotice } from './bonus-rules.ts';
import styles from './bonus.module.css';

/** The operator's notice, with the cost of cancelling filled in. Renders nothing without a notice. */
export function Notice({ percentFail }: { percentFail: number }) {
  const { data } = useApi('GET /api/lookup/notice', undefined, { revalidateOnFocus: false });
  const text = noticeText(data);
  if (text === '') return null;
  return (
    <aside className={styles.notice}>
      <Icon name="info" size={20} />
      <SafeHtml html={fillNotice(text, percentFail)} />
    </aside>
  );
}

/** Returns the notice of a reply: a bare text, or one in `text` or `html`. */
function noticeText(reply: unknown): string {
  if (typeof reply === 'string') return reply;
  if (typeof reply !== 'object' || reply === null) return '';
  if ('html' in reply && typeof reply.html === 'string') return reply.html;
  return 'text' in reply && typeof reply.text === 'string' ? reply.text : '';
}
