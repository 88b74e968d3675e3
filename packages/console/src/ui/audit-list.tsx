import type { StaffItem } from '@krapao/contract/staff/client-types';
import { Link } from '@tanstack/react-router';
import { differencesOf } from '../lib/differences.ts';
import { codeText, useT } from '../lib/i18n.ts';
import type { Pages } from '../lib/reads.ts';
import { shownValue } from '../lib/shown-value.ts';
import styles from './audit-list.module.css';
import { Chip } from './chip.tsx';
import { More } from './more.tsx';
import { Empty, Loaded } from './states.tsx';
import { When } from './when.tsx';

type Entry = StaffItem<'GET /staff/api/audit'>;

interface AuditListProps {
  pages: Pages<Entry>;
  /** False on the page of the subject itself. */
  hasSubject?: boolean;
}

/** Acts of staff, newest first, each with what it changed. */
export function AuditList({ pages, hasSubject = true }: AuditListProps) {
  const t = useT();
  return (
    <Loaded read={pages}>
      {(items) =>
        items.length === 0 ? (
          <Empty title={t('audit.none')} />
        ) : (
          <>
            <ol className={styles['acts']}>
              {items.map((entry) => (
                <Act key={entry.id} entry={entry} hasSubject={hasSubject} />
              ))}
            </ol>
            <More pages={pages} />
          </>
        )
      }
    </Loaded>
  );
}

function Act({ entry, hasSubject }: { entry: Entry; hasSubject: boolean }) {
  const t = useT();
  const { actor, reason, outcome } = entry;
  return (
    <li className={styles['act']} data-row="">
      <When at={entry.at} />
      <div className={styles['what']}>
        <p className={styles['line']}>
          <strong>{codeText('acts', entry.action)}</strong>
          {outcome === 'refused' && <Chip tone="bad">{t('audit.refused')}</Chip>}
          {hasSubject && <span>{entry.subject}</span>}
        </p>
        {reason !== '' && (
          <p className={styles['reason']}>{outcome === 'refused' ? codeText('errors', reason) : reason}</p>
        )}
        <Changes before={entry.before} after={entry.after} />
      </div>
      <p className={styles['actor']}>
        {actor.id === null ? (
          <span>{actor.name || t('audit.nobody')}</span>
        ) : (
          <Link to="/audit" search={{ actor: actor.id }}>
            {actor.name}
          </Link>
        )}
        <span className={styles['small']}>{entry.address}</span>
      </p>
    </li>
  );
}

function Changes({ before, after }: { before: unknown; after: unknown }) {
  const t = useT();
  const differences = differencesOf(before, after);
  if (differences.length === 0) return null;
  return (
    <dl className={styles['changes']}>
      {differences.map((one) => (
        <div key={one.path}>
          <dt>{codeText('fields', one.path)}</dt>
          <dd>
            {one.before !== undefined && (
              <del>
                <span className="visually-hidden">{t('audit.before')} </span>
                {shownValue(one.path, one.before)}
              </del>
            )}
            {one.after !== undefined && (
              <ins>
                <span className="visually-hidden">{t('audit.after')} </span>
                {shownValue(one.path, one.after)}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
