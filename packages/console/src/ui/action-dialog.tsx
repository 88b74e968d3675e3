import { REASON_MAX } from '@krapao/contract/staff/approvals';
import { useState, type SubmitEvent, type KeyboardEvent, type ReactNode } from 'react';
import { Waiting } from '../lib/call.ts';
import { codeText, useT } from '../lib/i18n.ts';
import { useReadAgain } from '../lib/reads.ts';
import { useSubmit } from '../lib/use-submit.ts';
import styles from './action-dialog.module.css';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './fields.tsx';
import { FormError } from './form-error.tsx';
import { tell } from './toasts.tsx';

interface ActionDialogProps<T> {
  title: string;
  submitLabel: string;
  tone?: 'primary' | 'danger';
  /** Whether a reason is written for the record. */
  reason: 'required' | 'optional' | 'none';
  /** False while the other fields are incomplete. */
  isReady?: boolean;
  /** Facts and fields above the reason. */
  children?: ReactNode;
  send: (reason: string) => Promise<T | Waiting>;
  /** Said when it is done; a function may return undefined, so that nothing is said. */
  doneText?: string | ((answer: T) => string | undefined);
  onDone?: (answer: T | Waiting) => void;
  onClose: () => void;
}

/**
 * An action of staff with its reason: sent once, disabled until the answer. When no answer comes it may have been
 * carried out, so it is not sent again from here.
 */
export function ActionDialog<T>(props: ActionDialogProps<T>) {
  const { title, submitLabel, tone = 'primary', children, onClose } = props;
  const t = useT();
  const form = useActionForm(props);
  const { isSending, error } = form;
  const isUnknown = error?.isUnknown ?? false;
  return (
    <Dialog title={title} isOpen onClose={onClose} mayClose={!isSending}>
      <form className={styles['form']} onSubmit={form.onSubmit}>
        <fieldset className={styles['fields']} disabled={isSending || isUnknown}>
          {children}
          {props.reason !== 'none' && (
            <Field
              label={t(props.reason === 'required' ? 'common.reason' : 'common.reasonOptional')}
              value={form.reason}
              onChange={form.setReason}
              maxLength={REASON_MAX}
              onKeyDown={form.onKeyDown}
              isLong
              isRequired={props.reason === 'required'}
              isDisabled={isSending || isUnknown}
            />
          )}
        </fieldset>
        {error && (
          <FormError>{isUnknown ? t('common.unknownEnd') : codeText('errors', error.code)}</FormError>
        )}
        <div className={styles['buttons']}>
          <Button onPress={onClose} isDisabled={isSending}>
            {t(isUnknown ? 'common.closeAndLook' : 'common.cancel')}
          </Button>
          {!isUnknown && (
            <Button
              type="submit"
              kind={tone}
              isPending={isSending}
              isDisabled={!form.isReady}
              autoFocus={props.reason === 'optional'}
            >
              {submitLabel}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

function useActionForm<T>(props: ActionDialogProps<T>) {
  const t = useT();
  const readAgain = useReadAgain();
  const [reason, setReason] = useState('');
  const { submit, isSending, error } = useSubmit(props.send);
  const isReady = (props.isReady ?? true) && (props.reason !== 'required' || reason.trim() !== '');

  const run = async () => {
    if (!isReady) return;
    const answer = await submit(reason.trim());
    if (answer !== undefined) {
      if (answer instanceof Waiting) tell(t('common.waits'), 'waiting');
      else sayDone(props.doneText ?? t('common.done'), answer);
      props.onClose();
      props.onDone?.(answer);
    }
    // After a refusal as well: what is shown is then no longer true.
    await readAgain();
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void run();
  };
  /** Ctrl or ⌘ with Enter sends from within the reason. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void run();
  };
  return { reason, setReason, isSending, error, isReady, onSubmit, onKeyDown };
}

function sayDone<T>(doneText: string | ((answer: T) => string | undefined), answer: T): void {
  const text = typeof doneText === 'string' ? doneText : doneText(answer);
  if (text !== undefined) tell(text);
}
