import { useState, type ReactNode } from 'react';
import { call } from '../../lib/call.ts';
import { useT, type PlainKey } from '../../lib/i18n.ts';
import { useMay } from '../../lib/session.ts';
import type { StaffRouteKey } from '@krapao/contract/staff/routes';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Row } from '../../ui/page.tsx';
import { AdjustmentDialog } from './adjustment-dialog.tsx';
import { CorrectionDialog } from './correction-dialog.tsx';
import { FreezeDialog } from './freeze-dialog.tsx';
import { nameOf, type Member } from './member.ts';

type Action = 'freeze' | 'refreeze' | 'unfreeze' | 'endSessions' | 'sendReset' | 'correct' | 'adjust';

const CALLS: Readonly<Record<Action, { key: StaffRouteKey; label: PlainKey }>> = {
  freeze: { key: 'POST /staff/api/members/:id/freeze', label: 'members.freeze' },
  refreeze: { key: 'POST /staff/api/members/:id/freeze', label: 'members.refreeze' },
  unfreeze: { key: 'POST /staff/api/members/:id/unfreeze', label: 'members.unfreeze' },
  endSessions: { key: 'DELETE /staff/api/members/:id/sessions', label: 'members.endSessions' },
  sendReset: { key: 'POST /staff/api/members/:id/password-reset', label: 'members.sendReset' },
  correct: { key: 'POST /staff/api/members/:id/corrections', label: 'members.correct' },
  adjust: { key: 'POST /staff/api/adjustments', label: 'members.adjust' },
};

/** The acts that the person may do to a member. */
export function MemberActions({ member }: { member: Member }) {
  const t = useT();
  const may = useMay();
  const [open, setOpen] = useState<Action>();
  const freezing: Action[] = member.frozen ? ['unfreeze', 'refreeze'] : ['freeze'];
  const offered: Action[] = [...freezing, 'endSessions', 'sendReset', 'correct', 'adjust'];
  return (
    <Row>
      {offered
        .filter((action) => may(CALLS[action].key))
        .map((action) => (
          <Button
            key={action}
            kind="plain"
            isDisabled={action === 'endSessions' && member.sessions === 0}
            onPress={() => setOpen(action)}
          >
            {t(CALLS[action].label)}
          </Button>
        ))}
      {open && <OpenAction action={open} member={member} onClose={() => setOpen(undefined)} />}
    </Row>
  );
}

interface OpenActionProps {
  action: Action;
  member: Member;
  onClose: () => void;
}

function OpenAction({ action, member, onClose }: OpenActionProps): ReactNode {
  switch (action) {
    case 'freeze':
    case 'refreeze':
      return <FreezeDialog member={member} onClose={onClose} />;
    case 'unfreeze':
      return <UnfreezeDialog member={member} onClose={onClose} />;
    case 'endSessions':
      return <EndSessionsDialog member={member} onClose={onClose} />;
    case 'sendReset':
      return <SendResetDialog member={member} onClose={onClose} />;
    case 'correct':
      return <CorrectionDialog member={member} onClose={onClose} />;
    case 'adjust':
      return <AdjustmentDialog member={member} onClose={onClose} />;
  }
}

function UnfreezeDialog({ member, onClose }: Omit<OpenActionProps, 'action'>) {
  const t = useT();
  return (
    <ActionDialog
      title={t('members.unfreezeTitle', { name: nameOf(member) })}
      submitLabel={t('members.unfreeze')}
      reason="required"
      send={(reason) =>
        call('POST /staff/api/members/:id/unfreeze', { params: { id: member.id }, body: { reason } })
      }
      onClose={onClose}
    >
      <p>{t('members.unfreezeHint')}</p>
    </ActionDialog>
  );
}

function EndSessionsDialog({ member, onClose }: Omit<OpenActionProps, 'action'>) {
  const t = useT();
  return (
    <ActionDialog
      title={t('members.endSessionsTitle', { name: nameOf(member) })}
      submitLabel={t('members.endSessions')}
      reason="required"
      send={(reason) =>
        call('DELETE /staff/api/members/:id/sessions', { params: { id: member.id }, body: { reason } })
      }
      onClose={onClose}
    >
      <p>{t('members.endSessionsHint')}</p>
    </ActionDialog>
  );
}

function SendResetDialog({ member, onClose }: Omit<OpenActionProps, 'action'>) {
  const t = useT();
  return (
    <ActionDialog
      title={t('members.sendResetTitle', { name: nameOf(member) })}
      submitLabel={t('members.sendReset')}
      reason="required"
      send={(reason) =>
        call('POST /staff/api/members/:id/password-reset', { params: { id: member.id }, body: { reason } })
      }
      onClose={onClose}
    >
      <p>{t('members.sendResetHint')}</p>
    </ActionDialog>
  );
}
