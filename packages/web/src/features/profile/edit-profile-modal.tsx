import { TEXT_MAX } from '@krapao/contract/limits';
import { visibleText } from '@krapao/contract/visible-text';
import type { ResponseBody } from '@krapao/contract/routes';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { bankName } from '../../lib/bank-name.ts';
import { call } from '../../lib/http.ts';
import { useLocale, useT } from '../../lib/i18n/i18n.ts';
import type { ModalComponentProps } from '../../lib/modal-store.ts';
import { useApi, useReload } from '../../lib/use-api.ts';
import { useBusy } from '../../lib/use-busy.ts';
import { alertSuccess } from '../../ui/alert-store.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Stack } from '../../ui/layout.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { DigitsField, TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast-store.ts';

type Profile = ResponseBody<'GET /api/account/profile'>['profile'];
type Form = Pick<Profile, 'name' | 'bankCode' | 'bankAccountName' | 'bankAccountNo'>;
type Props = ModalComponentProps<'edit-profile'>;

/** Changes the member's name, and links a bank account when there is none. */
export function EditProfileModal({ onClose }: Props) {
  const t = useT();
  const { data, error, mutate } = useApi('GET /api/account/profile');
  if (data) return <EditForm profile={data.profile} onClose={onClose} />;
  return (
    <Dialog title={t('profile.edit')} onClose={() => onClose()}>
      {error === undefined ? <Spinner /> : <LoadFailed onRetry={() => mutate()} />}
    </Dialog>
  );
}

function EditForm({ profile, onClose }: { profile: Profile; onClose: Props['onClose'] }) {
  const t = useT();
  const reload = useReload();
  const { bankCode, bankAccountName, bankAccountNo } = profile;
  const [form, setForm] = useState<Form>({ name: profile.name, bankCode, bankAccountName, bankAccountNo });
  const [tried, setTried] = useState(false);
  const { busy, run } = useBusy();
  const nameRef = useRef<HTMLInputElement>(null);
  useEffect(() => nameRef.current?.focus(), []);

  const isLinked = [bankCode, bankAccountName, bankAccountNo].some((text) => text !== '');
  const fill = (part: Partial<Form>) => setForm({ ...form, ...part });
  const errorOf = (key: keyof Form) =>
    tried && visibleText(form[key]) === '' ? t('common.required') : undefined;
  const name = visibleText(form.name);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (name === '') return nameRef.current?.focus();
    void run(async () => {
      try {
        await call('PUT /api/account/profile', { body: { ...form, name } });
      } catch (error) {
        toast.error(error);
        return;
      }
      await Promise.all([reload('GET /api/account/profile'), reload('GET /api/wallet')]);
      onClose({ refresh: true });
      void alertSuccess(t('kit.savedMsg'));
    });
  };

  return (
    <Dialog title={t('profile.edit')} busy={busy} onClose={() => onClose()}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextField
            ref={nameRef}
            label={t('profile.name')}
            value={form.name}
            onChange={(text) => fill({ name: text })}
            error={errorOf('name')}
            maxLength={TEXT_MAX.name}
            autoComplete="name"
            readOnly={busy}
            required
          />
          {isLinked ? (
            <p>{t('profile.bankFixed')}</p>
          ) : (
            <BankFields form={form} fill={fill} disabled={busy} />
          )}
          <Button type="submit" busy={busy} wide>
            {t('profile.save')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}

interface BankFieldsProps {
  form: Form;
  fill: (part: Partial<Form>) => void;
  disabled: boolean;
}

/** Bank account fields, which can be linked once; all three or none. */
function BankFields({ form, fill, disabled }: BankFieldsProps) {
  const t = useT();
  const locale = useLocale();
  const banks = useApi('GET /api/lookup/banks');
  const options = (banks.data ?? []).map(({ code, nameTH, nameEN }) => ({
    value: code,
    label: bankName({ nameTH, nameEN }, locale),
  }));
  return (
    <>
      <Select
        label={t('profile.bankName')}
        value={form.bankCode}
        onChange={(bankCode) => fill({ bankCode })}
        options={options}
        placeholder={banks.data ? t('profile.bankChoose') : t('common.loading')}
        disabled={disabled || !banks.data}
      />
      <TextField
        label={t('profile.bankAccountName')}
        value={form.bankAccountName}
        onChange={(text) => fill({ bankAccountName: text.toUpperCase() })}
        maxLength={TEXT_MAX.bankAccountName}
        autoComplete="off"
        readOnly={disabled}
      />
      <DigitsField
        label={t('profile.bankAccountNo')}
        value={form.bankAccountNo}
        onChange={(bankAccountNo) => fill({ bankAccountNo })}
        readOnly={disabled}
        error={/^\d*$/.test(form.bankAccountNo) ? undefined : t('kit.digitsOnly')}
      />
    </>
  );
}
