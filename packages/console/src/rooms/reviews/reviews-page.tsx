import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { codeText, useT } from '../../lib/i18n.ts';
import { useKeys } from '../../lib/keys.ts';
import { LIST_KEYS, ROW_CONTROL } from '../../lib/list-focus.ts';
import { useHasChanged, usePages } from '../../lib/reads.ts';
import { useMay } from '../../lib/session.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Changed } from '../../ui/changed.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Facts } from '../../ui/facts.tsx';
import { MemberName } from '../../ui/member-name.tsx';
import { More } from '../../ui/more.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import styles from './reviews-page.module.css';
import { SettleDialog } from './settle-dialog.tsx';
import type { Review } from './review.ts';
import { ViewMenu } from '../../ui/views/view-menu.tsx';

const NO_INPUT = {};
const signOf = ({ id, approvalId }: Review): string => `${id} ${approvalId ?? ''}`;

/** Transfers whose end is not known. */
export function ReviewsPage() {
  const t = useT();
  const pages = usePages('GET /staff/api/reviews', NO_INPUT);
  const hasChanged = useHasChanged('GET /staff/api/reviews', NO_INPUT, { items: pages.data, signOf });
  const [open, setOpen] = useState<Review>();
  useKeys(LIST_KEYS);
  return (
    <Page title={t('reviews.title')} aside={<ViewMenu room="reviews" />}>
      <p className={styles['lead']}>{t('reviews.lead')}</p>
      <Panel>
        <Changed isShown={hasChanged} again={pages.again} />
        <Loaded read={pages}>
          {(items) =>
            items.length === 0 ? (
              <Empty title={t('reviews.none')} />
            ) : (
              <>
                <ul>
                  {items.map((item) => (
                    <Transfer key={item.id} review={item} settle={() => setOpen(item)} />
                  ))}
                </ul>
                <More pages={pages} />
              </>
            )
          }
        </Loaded>
      </Panel>
      {open && <SettleDialog review={open} onClose={() => setOpen(undefined)} />}
    </Page>
  );
}

function Transfer({ review, settle }: { review: Review; settle: () => void }) {
  const t = useT();
  const may = useMay();
  const facts = Object.entries(review.facts).map(([name, value]) => ({
    id: name,
    name: codeText('fields', name),
    value,
  }));
  return (
    <li className={styles['transfer']} data-row="">
      <div className={styles['money']}>
        <Amount amount={review.amount} currency={review.currency} />
        <span>
          {codeText('kinds', review.kind)} · {review.counterparty}
        </span>
        <When at={review.createdAt} isWaiting />
      </div>
      <div className={styles['facts']}>
        {review.member && <MemberName member={review.member} />}
        <p>{codeText('whys', review.reason)}</p>
        <Facts facts={facts} />
      </div>
      <div className={styles['buttons']}>
        {review.approvalId !== null && (
          <>
            <Chip tone="warn">{t('reviews.proposed')}</Chip>
            <Link to="/approvals" {...{ [ROW_CONTROL]: '' }}>
              {t('payouts.toApprovals')}
            </Link>
          </>
        )}
        {review.approvalId === null && may('POST /staff/api/reviews/:id/settle') && (
          <Button kind="primary" onPress={settle} {...{ [ROW_CONTROL]: '' }}>
            {t('reviews.settle')}
          </Button>
        )}
      </div>
    </li>
  );
}
