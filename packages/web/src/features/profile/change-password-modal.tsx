import { TEXT_MAX } from '@krapao/contract/limits';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { call } from '../../lib/http.ts';
import { useT } from '../../lib/i18n/i18n.ts';
import type { ModalComponentProps } from '../../lib/modal-store.ts';
import { useBusy } from '../../lib/use-busy.ts';
import { alertError, alertSuccess } from '../../ui/alert-store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Stack } from '../../ui/layout.tsx';
import { PasswordField } from '../../ui/text-field.tsx';
import { useNewPassword } from '../session/new-password-api.ts';

const EMPTY = { oldPassword: '', newPassword: '', confirmation: '' };

/** Changes the password. The change ends all other sessions of the member. */
export function ChangePasswordModal({ onClose }: ModalComponentProps<'change-password'>) {
  const t = useT();
  const [typed, setTyped] = useState(EMPTY);
  const [tried, setTried] = useState(false);
  const { busy, run } = useBusy();
  const firstRef = useRef<HTMLInputElement>(null);

  // A dialog focuses its first button when it opens; this moves the focus to the field.
  useEffect(() => firstRef.current?.focus(), []);

  const { oldPassword, newPassword, confirmation } = typed;
  const { hint, problem, keepRefusal } = useNewPassword(newPassword);
  const areEqual = newPassword === confirmation;
  const isComplete = Object.values(typed).every((text) => text !== '');

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isComplete || problem !== undefined || !areEqual) return;
    void run(async () => {
      try {
        await call('PUT /api/account/changepwd', { body: { oldPassword, newPassword } });
      } catch (error) {
        if (!keepRefusal(error)) await alertError(error);
        return;
      }
      onClose();
      void alertSuccess(t('kit.savedMsg'));
    });
  };

  const field = (name: keyof typeof EMPTY, label: string, problem: string | false) => ({
    label,
    name,
    value: typed[name],
    onChange: (text: string) => setTyped({ ...typed, [name]: text }),
    error: (tried && typed[name] === '' ? t('common.required') : problem) || undefined,
    maxLength: TEXT_MAX.password,
    readOnly: busy,
    required: true,
  });

  return (
    <Dialog title={t('profile.changePassword')} busy={busy} onClose={() => onClose()}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <p>{t('profile.passwordLead')}</p>
          <PasswordField
            {...field('oldPassword', t('profile.oldPassword'), false)}
            ref={firstRef}
            autoComplete="current-password"
          />
          <PasswordField
            {...field('newPassword', t('profile.newPassword'), (tried && problem) ?? false)}
            autoComplete="new-password"
            hint={hint}
          />
          <PasswordField
            {...field(
              'confirmation',
              t('profile.confirmPassword'),
              confirmation !== '' && !areEqual && t('kit.passwordNotEqualMsg'),
            )}
            autoComplete="new-password"
          />
          <Button type="submit" busy={busy} wide>
            {t('profile.savePassword')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
