import { requiresEnglishName, TEXT_MAX } from '@krapao/contract/limits';
import type { Currency } from '@krapao/contract/money';
import { bankName } from '../../lib/bank-name.ts';
import { useLocale, useT } from '../../lib/i18n/i18n.ts';
import { settings } from '../../lib/settings.ts';
import { useApi } from '../../lib/use-api.ts';
import { Segmented } from '../../ui/choice.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Select } from '../../ui/select.tsx';
import { DigitsField, TextField } from '../../ui/text-field.tsx';
import styles from './register.module.css';
import { checkBank, fieldsOf } from './registration.ts';
import { StepForm } from './step-form.tsx';
import type { Registration } from './use-registration.ts';

export function BankStep({ form, fill, refused, submitBank, done }: Registration) {
  const t = useT();
  const locale = useLocale();
  const banks = useApi('GET /api/lookup/banks');
  if (!banks.data && banks.error !== undefined) return <LoadFailed onRetry={() => banks.mutate()} />;
  // In Laos a bank may keep accounts in one currency only.
  const open = (banks.data ?? []).filter(({ currencies }) => currencies?.includes(form.currency) ?? true);
  const options = open.map(({ code, nameTH, nameEN }) => ({
    value: code,
    label: bankName({ nameTH, nameEN }, locale),
  }));
  const nameHint = requiresEnglishName(form.bankCode) ? t('register.englishHint') : undefined;
  return (
    <StepForm
      lead={t('register.bankLead')}
      submitLabel={t('register.submit')}
      problems={checkBank(form)}
      refused={fieldsOf(refused, ['firstName', 'lastName', 'bankAccountNo'])}
      disabled={done}
      onSubmit={submitBank}
    >
      {(errorOf) => (
        <>
          <Select
            label={t('register.bank')}
            name="bankCode"
            value={form.bankCode}
            onChange={(bankCode) => fill({ bankCode })}
            placeholder={banks.data ? t('register.bankChoose') : t('common.loading')}
            disabled={!banks.data}
            options={options}
            error={errorOf('bankCode')}
          />
          <div className={styles.names}>
            <TextField
              label={t('register.firstName')}
              name="firstName"
              autoComplete="given-name"
              maxLength={TEXT_MAX.bankAccountName / 2}
              value={form.firstName}
              onChange={(firstName) => fill({ firstName })}
              error={errorOf('firstName')}
              hint={nameHint}
            />
            <TextField
              label={t('register.lastName')}
              name="lastName"
              autoComplete="family-name"
              maxLength={TEXT_MAX.bankAccountName / 2 - 1}
              value={form.lastName}
              onChange={(lastName) => fill({ lastName })}
              error={errorOf('lastName')}
            />
          </div>
          <DigitsField
            label={t('register.accountNo')}
            name="bankAccountNo"
            value={form.bankAccountNo}
            onChange={(bankAccountNo) => fill({ bankAccountNo })}
            error={errorOf('bankAccountNo')}
          />
          {settings.laos && (
            <div className={styles.currency}>
              <span>{t('register.currency')}</span>
              <Segmented<Currency>
                label={t('register.currency')}
                value={form.currency}
                onChange={(currency) => fill({ currency, bankCode: '' })}
                options={[
                  { value: 'LAK', label: t('register.currencyLak') },
                  { value: 'BAHT', label: t('register.currencyBaht') },
                ]}
              />
            </div>
          )}
        </>
      )}
    </StepForm>
  );
}
