import { ENGLISH_NAME, TEXT_MAX } from '@krapao/contract/limits';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { call } from '../../lib/http.ts';
import { useT } from '../../lib/i18n/i18n.ts';
import type { ModalComponentProps } from '../../lib/modal-store.ts';
import { alertSuccess } from '../../ui/alert-store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useWallet } from '../../wallet/use-wallet.ts';
import styles from './deposit.module.css';

/** Asks for the account name in English letters. Closes with `refresh` once the server has stored it. */
export function EditNameModal({ onClose }: ModalComponentProps<'edit-name'>) {
  const t = useT();
  const { userInfo } = useWallet();
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const inputRef = useRef<HTMLInputElement>(null);

  // A dialog focuses its first button when it opens; this moves the focus to the field.
  useEffect(() => inputRef.current?.focus(), []);

  const trimmed = name.trim();
  const problem =
    trimmed === ''
      ? tried && t('common.required')
      : ENGLISH_NAME.test(trimmed)
        ? ''
        : t('kit.requiredEngLangMsg');

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (running.current || !userInfo) return;
    setTried(true);
    if (!ENGLISH_NAME.test(trimmed)) {
      inputRef.current?.focus();
      return;
    }
    running.current = true;
    setBusy(true);
    try {
      const { bankCode } = userInfo.profile;
      await call('PUT /api/account/bankAccountName', { body: { bankCode, bankAccountName: trimmed } });
      onClose({ refresh: true });
      void alertSuccess(t('kit.savedMsg'));
    } catch (error) {
      toast.error(error);
      running.current = false;
      setBusy(false);
    }
  };

  return (
    <Dialog title={t('deposit.nameTitle')} busy={busy} onClose={() => onClose()}>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <p className={styles.quiet}>{t('deposit.nameText')}</p>
        <TextField
          ref={inputRef}
          label={t('deposit.nameLabel')}
          value={name}
          onChange={(text) => setName(text.toUpperCase())}
          error={problem || undefined}
          hint={userInfo && t('deposit.nameNow', { name: userInfo.bankAccount.bankAccountName })}
          maxLength={TEXT_MAX.bankAccountName}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          translate="no"
          readOnly={busy}
          required
        />
        <Button type="submit" busy={busy} wide>
          {t('deposit.nameSave')}
        </Button>
      </form>
    </Dialog>
  );
}
