import { call } from '../../lib/call.ts';
import { codeText, useT } from '../../lib/i18n.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import type { OpenDecision } from './approval.ts';

/** Approves or refuses the proposal of another person. */
export function ApprovalDialog({ approval, decision, onClose }: OpenDecision & { onClose: () => void }) {
  const t = useT();
  return (
    <ActionDialog
      title={t(`approvals.${decision}Title`, { action: codeText('actions', approval.action) })}
      submitLabel={t(`payouts.${decision}`)}
      tone={decision === 'refuse' ? 'danger' : 'primary'}
      reason="required"
      send={(reason) =>
        call('POST /staff/api/approvals/:id/decision', {
          params: { id: approval.id },
          body: { decision, reason },
        })
      }
      doneText={t(`approvals.${decision}Done`)}
      onClose={onClose}
    >
      <p>
        <strong>{approval.subject}</strong>
      </p>
      <p>{t('approvals.proposal', { name: approval.maker.name, reason: approval.reason })}</p>
      {decision === 'approve' && <p>{t('approvals.approveHint')}</p>}
    </ActionDialog>
  );
}
