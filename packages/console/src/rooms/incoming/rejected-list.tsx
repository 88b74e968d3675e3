import type { StaffItem, StaffReply } from '@krapao/contract/staff/client-types';
import { useState } from 'react';
import { call, Waiting } from '../../lib/call.ts';
import { codeText, useT, type Translate } from '../../lib/i18n.ts';
import { ROW_CONTROL } from '../../lib/list-focus.ts';
import { formatMoney } from '../../lib/money.ts';
import { useHasChanged, usePages } from '../../lib/reads.ts';
import { useMay } from '../../lib/session.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Changed } from '../../ui/changed.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Facts } from '../../ui/facts.tsx';
import { More } from '../../ui/more.tsx';
import { Panel } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { tell } from '../../ui/toasts.tsx';
import { When } from '../../ui/when.tsx';
import styles from './suspense-list.module.css';

type Entry = StaffItem<'GET /staff/api/rejected'>;
type Result = StaffReply<'POST /staff/api/rejected/:id/retry'>['result'];

/** The act that a person has chosen for an entry. */
interface OpenAct {
  entry: Entry;
  act: 'retry' | 'close';
}

const NO_INPUT = {};
const signOf = ({ id, isBusy, tries }: Entry): string => `${id} ${isBusy} ${tries}`;

/** Entries of feeds that could not be taken in. */
export function RejectedList() {
  const t = useT();
  const pages = usePages('GET /staff/api/rejected', NO_INPUT);
  const hasChanged = useHasChanged('GET /staff/api/rejected', NO_INPUT, { items: pages.data, signOf });
  const [open, setOpen] = useState<OpenAct>();
  const close = () => setOpen(undefined);
  return (
    <Panel>
      <Changed isShown={hasChanged} again={pages.again} />
      <p className={styles['hint']}>{t('incoming.rejectedHint')}</p>
      <Loaded read={pages}>
        {(items) =>
          items.length === 0 ? (
            <Empty title={t('incoming.noRejected')} />
          ) : (
            <>
              <ul>
                {items.map((item) => (
                  <RejectedEntry key={item.id} item={item} begin={(act) => setOpen({ entry: item, act })} />
                ))}
              </ul>
              <More pages={pages} />
            </>
          )
        }
      </Loaded>
      {open?.act === 'retry' && <RetryDialog entry={open.entry} onClose={close} />}
      {open?.act === 'close' && <CloseDialog entry={open.entry} onClose={close} />}
    </Panel>
  );
}

function RejectedEntry({ item, begin }: { item: Entry; begin: (act: OpenAct['act']) => void }) {
  const t = useT();
  const may = useMay();
  const told = Object.entries(item.told).map(([name, value]) => ({
    id: name,
    name: codeText('fields', name),
    value,
  }));
  return (
    <li className={styles['deposit']} data-row="">
      <div className={styles['origin']}>
        <Chip>{item.source}</Chip>
        <When at={item.createdAt} isWaiting />
      </div>
      <div className={styles['clues']}>
        <p>{codeText('whys', item.why)}</p>
        <Facts facts={told} />
        {item.tries > 0 && (
          <p className={styles['tries']}>
            {t('incoming.tries', { count: item.tries })} {item.lastTry ?? t('incoming.brokenOff')}
          </p>
        )}
        {!item.canRetry && <p className={styles['tries']}>{t('incoming.comesAgain')}</p>}
      </div>
      <div className={styles['buttons']}>
        {item.isBusy && <Chip tone="warn">{t('incoming.retrying')}</Chip>}
        {!item.isBusy && item.canRetry && may('POST /staff/api/rejected/:id/retry') && (
          <Button kind="primary" onPress={() => begin('retry')} {...{ [ROW_CONTROL]: '' }}>
            {t('incoming.retry')}
          </Button>
        )}
        {!item.isBusy && may('POST /staff/api/rejected/:id/close') && (
          <Button onPress={() => begin('close')} {...(!item.canRetry && { [ROW_CONTROL]: '' })}>
            {t('incoming.putAway')}
          </Button>
        )}
      </div>
    </li>
  );
}

function RetryDialog({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const t = useT();
  return (
    <ActionDialog
      title={t('incoming.retryTitle')}
      submitLabel={t('incoming.retry')}
      reason="required"
      send={(reason) =>
        call('POST /staff/api/rejected/:id/retry', { params: { id: entry.id }, body: { reason } })
      }
      doneText={t('incoming.retried')}
      onDone={(answer) => !(answer instanceof Waiting) && tell(resultText(t, answer.result))}
      onClose={onClose}
    >
      <p>{t('incoming.retryHint')}</p>
    </ActionDialog>
  );
}

function resultText(t: Translate, result: Result): string {
  switch (result.end) {
    case 'credited':
      return t('incoming.retryCredited', {
        amount: formatMoney(result.amount, result.currency),
        phone: result.phone,
      });
    case 'suspense':
      return t('incoming.retrySuspense', { amount: formatMoney(result.amount, result.currency) });
    case 'failed':
      return t('incoming.retryFailed', { why: result.why });
  }
}

function CloseDialog({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const t = useT();
  return (
    <ActionDialog
      title={t('incoming.putAwayTitle')}
      submitLabel={t('incoming.putAway')}
      reason="required"
      send={(reason) =>
        call('POST /staff/api/rejected/:id/close', { params: { id: entry.id }, body: { reason } })
      }
      onClose={onClose}
    >
      <p>{t('incoming.putAwayHint')}</p>
    </ActionDialog>
  );
}
