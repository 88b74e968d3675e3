import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { codeOf } from '../../lib/api-error.ts';
import { useT } from '../../lib/i18n.ts';
import { useRead } from '../../lib/reads.ts';
import { useMay } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Page, Row } from '../../ui/page.tsx';
import { Loaded, Notice } from '../../ui/states.tsx';
import { AcceptSlipDialog } from './accept-slip-dialog.tsx';
import { RefuseSlipDialog } from './refuse-slip-dialog.tsx';
import { SlipFacts } from './slip-facts.tsx';
import styles from './slip-page.module.css';
import { SlipPicture } from './slip-picture.tsx';
import type { Slip } from './slip.ts';

/** A slip: its picture, what is known of it, and its decision. */
export function SlipPage() {
  const t = useT();
  const { id } = useParams({ from: '/incoming/slips/$id' });
  const read = useRead('GET /staff/api/slips/:id', { params: { id } });
  const isGone = read.error !== null && ['NO_DATA', 'KEY_INVALID'].includes(codeOf(read.error));
  if (!read.data && isGone) {
    return (
      <Page title={t('incoming.slipTitle')}>
        <Notice icon="search" title={t('incoming.noSuchSlip')} />
      </Page>
    );
  }
  return (
    <Page title={t('incoming.slipTitle')} aside={read.data && <SlipActions slip={read.data.slip} />}>
      <Loaded read={read}>
        {({ slip }) => (
          <div className={styles['parts']}>
            <SlipFacts slip={slip} />
            <SlipPicture slip={slip} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function SlipActions({ slip }: { slip: Slip }) {
  const t = useT();
  const may = useMay();
  const [open, setOpen] = useState<'accept' | 'refuse'>();
  const close = () => setOpen(undefined);
  if (slip.state === 'success' || slip.decidedBy !== '') return null;
  const mayDecide = may('POST /staff/api/slips/:id/decision');
  return (
    <Row>
      {slip.approvalId !== null && (
        <>
          <Chip tone="warn">{t('incoming.proposed')}</Chip>
          <Link to="/approvals">{t('payouts.toApprovals')}</Link>
        </>
      )}
      {mayDecide && slip.approvalId === null && (
        <Button kind="primary" onPress={() => setOpen('accept')}>
          {t('incoming.accept')}
        </Button>
      )}
      {mayDecide && <Button onPress={() => setOpen('refuse')}>{t('incoming.refuse')}</Button>}
      {open === 'accept' && <AcceptSlipDialog slip={slip} onClose={close} />}
      {open === 'refuse' && <RefuseSlipDialog slip={slip} onClose={close} />}
    </Row>
  );
}
