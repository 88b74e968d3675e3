import type { StaffReply } from '@krapao/contract/staff/client-types';
import { useState } from 'react';
import { useT } from '../../lib/i18n.ts';
import { call } from '../../lib/call.ts';
import { AccountText } from '../../ui/account-text.tsx';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Copy } from '../../ui/copy.tsx';
import { Facts, type Fact } from '../../ui/facts.tsx';
import { MemberName } from '../../ui/member-name.tsx';
import { Panel, PanelBody } from '../../ui/page.tsx';
import { When } from '../../ui/when.tsx';
import type { Member } from './member.ts';

type Revealed = StaffReply<'POST /staff/api/members/:id/reveal'>;

/** Who a member is. Masked data is shown after a reason is given, which is recorded. */
export function MemberSummary({ member }: { member: Member }) {
  const t = useT();
  const [revealed, setRevealed] = useState<Revealed>();
  const [isAsking, setAsking] = useState(false);
  const { phone, bank } = revealed ?? member;
  const facts: Fact[] = [
    { id: 'id', name: t('members.id'), value: <Copy text={member.id} /> },
    { id: 'phone', name: t('members.phone'), value: <Copy text={phone} /> },
    { id: 'bank', name: t('members.bank'), value: <AccountText account={bank} /> },
    { id: 'names', name: t('members.provenNames'), value: member.provenNames.join(' · ') || '–' },
    { id: 'since', name: t('members.since'), value: <When at={member.createdAt} isInline /> },
    { id: 'seen', name: t('members.lastSeen'), value: whenOr(member.lastSeenAt, t('members.never')) },
    {
      id: 'password',
      name: t('members.passwordChanged'),
      value: <When at={member.passwordChangedAt} isInline />,
    },
    {
      id: 'bankChanged',
      name: t('members.bankChanged'),
      value: whenOr(member.bankChangedAt, t('members.never')),
    },
    { id: 'sessions', name: t('members.openSessions'), value: member.sessions },
    {
      id: 'factors',
      name: t('members.factors'),
      value: t(member.factors.hasTotp ? 'members.factorsWithApp' : 'members.factorsAlone', {
        count: member.factors.passkeys,
      }),
    },
    { id: 'invite', name: t('members.inviteCode'), value: <Copy text={member.inviteCode} /> },
    { id: 'source', name: t('members.source'), value: member.sourceCode || '–' },
    {
      id: 'invitedBy',
      name: t('members.invitedBy'),
      value: member.invitedBy ? <MemberName member={member.invitedBy} /> : '–',
    },
  ];
  return (
    <Panel
      title={t('members.summary')}
      aside={
        member.isMasked &&
        !revealed && (
          <Button icon="eye" onPress={() => setAsking(true)}>
            {t('members.reveal')}
          </Button>
        )
      }
    >
      <PanelBody>
        <Facts facts={facts} />
      </PanelBody>
      {isAsking && (
        <ActionDialog
          title={t('members.revealTitle')}
          submitLabel={t('members.reveal')}
          reason="required"
          send={(reason) =>
            call('POST /staff/api/members/:id/reveal', { params: { id: member.id }, body: { reason } })
          }
          doneText={t('members.revealed')}
          onDone={(answer) => 'phone' in answer && setRevealed(answer)}
          onClose={() => setAsking(false)}
        >
          <p>{t('members.revealHint')}</p>
        </ActionDialog>
      )}
    </Panel>
  );
}

const whenOr = (at: string | null, never: string) => (at === null ? never : <When at={at} isInline />);
