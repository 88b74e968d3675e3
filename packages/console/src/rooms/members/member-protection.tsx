import type { Currency } from '@krapao/contract/money';
import type { StaffReply } from '@krapao/contract/staff/client-types';
import type { StaffRouteKey } from '@krapao/contract/staff/routes';
import { useState, type ReactNode } from 'react';
import { useT } from '../../lib/i18n.ts';
import { formatMoney } from '../../lib/money.ts';
import { holdsText } from '../../lib/protection-texts.ts';
import { useRead } from '../../lib/reads.ts';
import { useMay } from '../../lib/session.ts';
import { formatExact } from '../../lib/time.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Facts } from '../../ui/facts.tsx';
import { PanelBody, Row } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import sections from './member-sections.module.css';
import { BreakDialog, ExclusionDialog, LimitDialog } from './protection-dialogs.tsx';
import { ProtectionHistory } from './protection-history.tsx';
import { useCurrency } from './use-currency.ts';

const READ = 'GET /staff/api/members/:id/protection';
type Protection = StaffReply<typeof READ>['protection'];
type Limit = Protection['limits'][number];

/** A member's limits, break, exclusion and held balance, and what staff may tighten. */
export function MemberProtection({ id }: { id: string }) {
  const t = useT();
  const may = useMay();
  return (
    <>
      <PanelBody>
        <p>{t('protection.hint')}</p>
        {!may(READ) && <p>{t('protection.notShown')}</p>}
        <Actions id={id} />
      </PanelBody>
      {may(READ) && <Shown id={id} />}
    </>
  );
}

function Shown({ id }: { id: string }) {
  const t = useT();
  const currency = useCurrency(id);
  const read = useRead(READ, { params: { id } });
  return (
    <Loaded read={read}>
      {({ protection }) => (
        <>
          <PanelBody>
            <Holding protection={protection} currency={currency} />
          </PanelBody>
          <section className={sections['below']}>
            <h3 className={sections['title']}>{t('protection.limits')}</h3>
            {protection.limits.length === 0 ? (
              <Empty title={t('protection.noLimits')} />
            ) : (
              <Limits limits={protection.limits} currency={currency} />
            )}
          </section>
          <section className={sections['below']}>
            <h3 className={sections['title']}>{t('protection.history')}</h3>
            <ProtectionHistory id={id} currency={currency} />
          </section>
        </>
      )}
    </Loaded>
  );
}

function Holding({ protection, currency }: { protection: Protection; currency: Currency }) {
  const t = useT();
  const { break: pause, exclusion, realityCheckMinutes, isCheckChosen, held } = protection;
  const none = t('protection.none');
  const minutes = t('protection.everyMinutes', { count: realityCheckMinutes });
  return (
    <Facts
      facts={[
        {
          id: 'break',
          name: t('protection.break'),
          value: pause ? (
            <StopLength since={pause.since}>
              {holdsText(t, { code: 'ON_BREAK', until: pause.until, endsAt: null })}
            </StopLength>
          ) : (
            none
          ),
        },
        {
          id: 'exclusion',
          name: t('protection.exclusion'),
          value: exclusion ? (
            <StopLength since={exclusion.since}>
              {holdsText(t, { code: 'EXCLUDED', ...exclusion })}
            </StopLength>
          ) : (
            none
          ),
        },
        {
          id: 'check',
          name: t('protection.check'),
          value: `${minutes} · ${t(isCheckChosen ? 'protection.ownChoice' : 'protection.operators')}`,
        },
        {
          id: 'held',
          name: t('protection.held'),
          value: <Amount amount={held} currency={currency} />,
        },
      ]}
    />
  );
}

/** How long a stop holds, and since when. */
function StopLength({ since, children }: { since: string | null; children: ReactNode }) {
  const t = useT();
  return (
    <>
      {children}
      {since !== null && ` · ${t('protection.sinceAt', { at: formatExact(since) })}`}
    </>
  );
}

function Limits({ limits, currency }: { limits: readonly Limit[]; currency: Currency }) {
  const t = useT();
  const pendingText = ({ pending }: Limit) => {
    if (!pending) return '–';
    const at = formatExact(pending.from);
    if (pending.amount === null) return t('protection.remove', { at });
    return t('protection.raise', { amount: formatMoney(pending.amount, currency), at });
  };
  const columns: readonly Column<Limit>[] = [
    {
      id: 'limit',
      title: t('protection.limit'),
      isLead: true,
      renderCell: ({ kind, period }) => t(`protection.${kind}_${period}`),
    },
    {
      id: 'amount',
      title: t('protection.amount'),
      isNumber: true,
      renderCell: (one) => <Amount amount={one.amount} currency={currency} />,
    },
    {
      id: 'left',
      title: t('protection.left'),
      isNumber: true,
      renderCell: (one) => <Amount amount={one.left} currency={currency} />,
    },
    {
      id: 'since',
      title: t('protection.since'),
      renderCell: (one) => (one.since === null ? '–' : <When at={one.since} />),
    },
    { id: 'pending', title: t('protection.pending'), renderCell: pendingText },
  ];
  return (
    <DataTable
      label={t('protection.limits')}
      columns={columns}
      items={limits}
      idOf={({ kind, period }) => `${kind} ${period}`}
    />
  );
}

const ACTIONS = ['limit', 'break', 'exclusion'] as const;
type Action = (typeof ACTIONS)[number];

const CALLS: Readonly<Record<Action, StaffRouteKey>> = {
  limit: 'PUT /staff/api/members/:id/protection/limits',
  break: 'POST /staff/api/members/:id/protection/break',
  exclusion: 'POST /staff/api/members/:id/protection/exclusion',
};
const DIALOGS = { limit: LimitDialog, break: BreakDialog, exclusion: ExclusionDialog } as const;

/** The calls of which a person who may make one has something to do here. */
export const PROTECTION_CALLS: readonly StaffRouteKey[] = [READ, ...Object.values(CALLS)];

function Actions({ id }: { id: string }) {
  const t = useT();
  const may = useMay();
  const member = useRead('GET /staff/api/members/:id', { params: { id } }).data?.member;
  const [open, setOpen] = useState<Action>();
  const Opened = open && DIALOGS[open];
  const allowed = ACTIONS.filter((action) => may(CALLS[action]));
  if (allowed.length === 0) return null;
  return (
    <Row>
      {allowed.map((action) => (
        <Button key={action} kind="plain" onPress={() => setOpen(action)}>
          {t(`protection.begin_${action}`)}
        </Button>
      ))}
      {Opened && member && <Opened member={member} onClose={() => setOpen(undefined)} />}
    </Row>
  );
}
