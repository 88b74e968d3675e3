import type { Currency } from '@krapao/contract/money';
import { codeText, useT } from '../../lib/i18n.ts';
import { changeText } from '../../lib/protection-texts.ts';
import { usePages } from '../../lib/reads.ts';
import { More } from '../../ui/more.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import styles from './protection-history.module.css';

/** Each change of a member's protection: by the member or by staff, and then why. */
export function ProtectionHistory({ id, currency }: { id: string; currency: Currency }) {
  const t = useT();
  const pages = usePages('GET /staff/api/members/:id/protection/changes', { params: { id } });
  return (
    <Loaded read={pages}>
      {(items) =>
        items.length === 0 ? (
          <Empty title={t('protection.noHistory')} />
        ) : (
          <>
            <ol className={styles['changes']} aria-label={t('protection.history')}>
              {items.map(({ id: changeId, at, by, reason, change }) => (
                <li key={changeId}>
                  <When at={at} />
                  <div>
                    <p className={styles['what']}>
                      <strong>{codeText('protection', `change_${change.what}`)}</strong>
                      <span>{changeText(t, change, currency)}</span>
                    </p>
                    {reason !== '' && <p className={styles['reason']}>{reason}</p>}
                  </div>
                  <p>{by ?? t('protection.byMember')}</p>
                </li>
              ))}
            </ol>
            <More pages={pages} />
          </>
        )
      }
    </Loaded>
  );
}
