import type { StaffRouteKey } from '@krapao/contract/staff/routes';
import { useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n.ts';
import { formatExact } from '../../lib/time.ts';
import { useRead } from '../../lib/reads.ts';
import { useMay } from '../../lib/session.ts';
import { codeOf } from '../../lib/api-error.ts';
import { holdsText } from '../../lib/protection-texts.ts';
import { Chip } from '../../ui/chip.tsx';
import { Page, Panel, Row } from '../../ui/page.tsx';
import { Loaded, Notice } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { MemberActions } from './member-actions.tsx';
import { MemberActs } from './member-acts.tsx';
import { MemberBonuses } from './member-bonuses.tsx';
import { MemberChat } from './member-chat.tsx';
import { MemberLinks } from './member-links.tsx';
import { MemberMoney } from './member-money.tsx';
import { MemberMovements } from './member-movements.tsx';
import { MemberNotes } from './member-notes.tsx';
import { MemberPlay } from './member-play.tsx';
import { MemberProtection, PROTECTION_CALLS } from './member-protection.tsx';
import { MemberSessions } from './member-sessions.tsx';
import { MemberSummary } from './member-summary.tsx';
import styles from './member-page.module.css';
import { MEMBER_TABS, type MemberTab } from './member-tabs.ts';
import { nameOf, type Member } from './member.ts';

/** A member: who they are, what they hold, what came and went, and what staff did. */
export function MemberPage() {
  const t = useT();
  const { id } = useParams({ from: '/members/$id' });
  const read = useRead('GET /staff/api/members/:id', { params: { id } });
  const member = read.data?.member;
  if (!member && read.error && codeOf(read.error) === 'NO_DATA') {
    return (
      <Page title={t('members.title')}>
        <Notice icon="search" title={t('members.noSuch')} />
      </Page>
    );
  }
  return (
    <Page
      title={member ? nameOf(member) : t('members.title')}
      aside={member && <MemberActions member={member} />}
    >
      <Loaded read={read}>
        {({ member: shown }) => (
          <>
            <Standing member={shown} />
            <div className={styles['top']}>
              <MemberSummary member={shown} />
              <MemberMoney member={shown} />
            </div>
            <MemberLists member={shown} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** A freezing, a break or an exclusion that holds. */
function Standing({ member }: { member: Member }) {
  const t = useT();
  const { frozen, stopped } = member;
  return (
    <>
      {frozen && (
        <Row>
          <Chip tone="bad">{t('members.frozen')}</Chip>
          <span>{t('members.frozenBy', { by: frozen.by, reason: frozen.reason })}</span>
          {frozen.until !== null && (
            <span>{t('members.frozenUntil', { at: formatExact(frozen.until) })}</span>
          )}
        </Row>
      )}
      {stopped && (
        <Row>
          <Chip tone="warn">{t(`protection.${stopped.code}`)}</Chip>
          <span>{holdsText(t, stopped)}</span>
        </Row>
      )}
    </>
  );
}

const LISTS: Readonly<Record<MemberTab, (props: { id: string }) => ReactNode>> = {
  movements: MemberMovements,
  play: MemberPlay,
  protection: MemberProtection,
  bonuses: MemberBonuses,
  links: MemberLinks,
  chat: MemberChat,
  sessions: MemberSessions,
  notes: MemberNotes,
  acts: MemberActs,
};

/** Lists that are not for every reader of members: each is shown to those who may make one of its calls. */
const CALLS: Partial<Readonly<Record<MemberTab, readonly StaffRouteKey[]>>> = {
  protection: PROTECTION_CALLS,
  acts: ['GET /staff/api/audit'],
};

function MemberLists({ member: { id } }: { member: Member }) {
  const t = useT();
  const may = useMay();
  const { tab: asked = 'movements' } = useSearch({ from: '/members/$id' });
  const shown = MEMBER_TABS.filter((tab) => CALLS[tab]?.some((call) => may(call)) ?? true);
  const tab = shown.includes(asked) ? asked : 'movements';
  const List = LISTS[tab];
  return (
    <div className={styles['lists']}>
      <Tabs
        label={t('members.lists')}
        tabs={shown.map((one) => ({
          id: one,
          label: t(`members.${one}`),
          to: '/members/$id',
          params: { id },
          search: { tab: one === 'movements' ? undefined : one },
          isCurrent: one === tab,
        }))}
      />
      <Panel>
        <List id={id} />
      </Panel>
    </div>
  );
}
