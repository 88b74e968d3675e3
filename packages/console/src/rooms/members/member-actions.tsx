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

type ReasonAction = keyof typeof REASON_TEXTS;
type Action = 'freeze' | 'refreeze' | 'correct' | 'adjust' | ReasonAction;

/** Texts of the acts that need a reason alone. */
const REASON_TEXTS = {
  unfreeze: {
    title: 'members.unfreezeTitle',
    hint: 'members.unfreezeHint',
    submit: 'members.unfreeze',
  },
  endSessions: {
    title: 'members.endSessionsTitle',
    hint: 'members.endSessionsHint',
    submit: 'members.endSessions',
  },
  sendReset: {
    title: 'members.sendResetTitle',
    hint: 'members.sendResetHint',
    submit: 'members.sendReset',
  },
  removeFactors: {
    title: 'members.removeFactorsTitle',
    hint: 'members.removeFactorsHint',
    submit: 'members.propose',
  },
} as const;

const CALLS = {
  freeze: { key: 'POST /staff/api/members/:id/freeze', label: 'members.freeze' },
  refreeze: { key: 'POST /staff/api/members/:id/freeze', label: 'members.refreeze' },
  unfreeze: { key: 'POST /staff/api/members/:id/unfreeze', label: 'members.unfreeze' },
  endSessions: { key: 'DELETE /staff/api/members/:id/sessions', label: 'members.endSessions' },
  sendReset: { key: 'POST /staff/api/members/:id/password-reset', label: 'members.sendReset' },
  removeFactors: { key: 'POST /staff/api/members/:id/factors-removal', label: 'members.removeFactors' },
  correct: { key: 'POST /staff/api/members/:id/corrections', label: 'members.correct' },
  adjust: { key: 'POST /staff/api/adjustments', label: 'members.adjust' },
} as const satisfies Record<Action, { key: StaffRouteKey; label: PlainKey }>;

/** The acts that the person may do to a member. */
export function MemberActions({ member }: { member: Member }) {
  const t = useT();
  const may = useMay();
  const [open, setOpen] = useState<Action>();
  const freezing: Action[] = member.frozen ? ['unfreeze', 'refreeze'] : ['freeze'];
  const offered: Action[] = [...freezing, 'endSessions', 'sendReset', 'removeFactors', 'correct', 'adjust'];
  const { passkeys, hasTotp } = member.factors;
  const hasNothing: Partial<Record<Action, boolean>> = {
    endSessions: member.sessions === 0,
    removeFactors: passkeys === 0 && !hasTotp,
  };
  return (
    <Row>
      {offered
        .filter((action) => may(CALLS[action].key))
        .map((action) => (
          <Button
            key={action}
            kind="plain"
            isDisabled={hasNothing[action] ?? false}
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
    case 'correct':
      return <CorrectionDialog member={member} onClose={onClose} />;
    case 'adjust':
      return <AdjustmentDialog member={member} onClose={onClose} />;
    default:
      return <ReasonDialog action={action} member={member} onClose={onClose} />;
  }
}

/** Asks for the reason of an act that needs nothing else. */
function ReasonDialog({ action, member, onClose }: OpenActionProps & { action: ReasonAction }) {
  const t = useT();
  const { title, hint, submit } = REASON_TEXTS[action];
  return (
    <ActionDialog
      title={t(title, { name: nameOf(member) })}
      submitLabel={t(submit)}
      reason="required"
      send={(reason) => call(CALLS[action].key, { params: { id: member.id }, body: { reason } })}
      onClose={onClose}
    >
      <p>{t(hint)}</p>
    </ActionDialog>
  );
}
