import { MAIN_WALLET } from '@krapao/contract/limits';
import type { Minor } from '@krapao/contract/money';
import { SMALLEST_MOVE } from '@krapao/contract/money';
import { useRef, useState } from 'react';
import { useT } from '../../lib/i18n/i18n.ts';
import { formatMoney } from '../../lib/money.ts';
import type { ModalResult } from '../../lib/modal-store.ts';
import { alertSuccess } from '../../ui/alert-store.ts';
import { AmountEntry } from '../../ui/amount-entry.tsx';
import { stepsTowards } from '../../ui/amount-text.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { moveAmount, useCompleteMove, type MoveOutcome } from '../../operations/move-credit.ts';
import type { UserInfo } from '../../wallet/wallet-state.ts';
import { ProtectionLine } from '../protection/protection-api.tsx';
import { LimitNote } from '../protection/stop-api.tsx';
import { CollectButton } from '../../operations/collect-button.tsx';
import { isGame } from './transfer-rules.ts';
import styles from './transfer.module.css';
import { useTransferForm, type TransferForm } from './use-transfer-form.ts';

export type PendingMove = Extract<MoveOutcome, { kind: 'pending' }>;

interface TransferDialogProps {
  start: { from?: string; to?: string };
  userInfo: UserInfo;
  onClose: (result?: ModalResult) => void;
  /** The game has not confirmed the move of the amount. */
  onPending: (pending: PendingMove) => void;
}

export function TransferDialog({ start, userInfo, onClose, onPending }: TransferDialogProps) {
  const t = useT();
  const form = useTransferForm(start, userInfo);
  const complete = useCompleteMove();
  const [sending, setSending] = useState(false);
  const [pressed, setPressed] = useState(false);
  const amountRef = useRef<HTMLInputElement>(null);
  const { from, to, amountMinor, fault } = form;
  const shownFault = pressed || fault === 'canNotTransferMsg' ? fault : null;

  const send = async (sentMinor: Minor) => {
    setSending(true);
    const outcome = await complete({ from, to }, await moveAmount(from, to, sentMinor));
    setSending(false);
    if (outcome.kind === 'pending') onPending(outcome);
    if (outcome.kind !== 'done') return;
    onClose({ refresh: true });
    void alertSuccess(t('kit.movedMsg'));
  };
  const press = () => {
    setPressed(true);
    if (fault === 'minAmountMsg') amountRef.current?.focus();
    if (fault !== null || amountMinor === null) return undefined;
    return send(amountMinor);
  };

  const { currency, slots } = userInfo;
  const fromName = slots.find((slot) => slot.code === from)?.name ?? t('transfer.mainWallet');
  const minimum = formatMoney(SMALLEST_MOVE, currency);
  const amountProblem = () => {
    if (amountMinor !== null && amountMinor > form.balanceMinor) {
      return t('kit.notEnough', { amount: formatMoney(form.balanceMinor, currency) });
    }
    return shownFault === 'minAmountMsg' ? t('kit.minAmountMsg', { amount: minimum }) : undefined;
  };
  const isBarred = userInfo.standing?.stop !== undefined && to !== MAIN_WALLET;
  const isDown = slots.some((slot) => slot.isDown && (slot.code === from || slot.code === to));
  return (
    <Dialog
      title={t('transfer.title')}
      onClose={() => onClose()}
      busy={sending}
      footer={
        <Button variant="gold" wide busy={sending} disabled={isDown || isBarred} onClick={press}>
          {fault === null && amountMinor !== null
            ? t('transfer.submitAmount', { amount: formatMoney(amountMinor, currency) })
            : t('transfer.submit')}
        </Button>
      }
    >
      <div className={styles.form}>
        <LimitNote kind="loss" />
        <Sides form={form} userInfo={userInfo} fault={shownFault} disabled={sending} />
        <AmountEntry
          ref={amountRef}
          label={t('kit.amount')}
          value={form.amountText}
          onChange={form.setAmountText}
          currency={currency}
          limits={form.isLocked ? undefined : t('kit.minAmountMsg', { amount: minimum })}
          steps={form.isLocked ? undefined : stepsTowards(form.balanceMinor, currency)}
          allMinor={form.balanceMinor > 0n ? form.balanceMinor : undefined}
          source={
            from === '' || form.isLocked ? undefined : { name: fromName, balanceMinor: form.balanceMinor }
          }
          readOnly={form.isLocked}
          disabled={sending}
          hint={
            form.isLocked
              ? t(isGame(from) ? 'transfer.throughWallet' : 'transfer.wholeOf', { name: fromName })
              : undefined
          }
          error={amountProblem()}
        />
        <ProtectionLine />
        <CollectButton userInfo={userInfo} disabled={sending} onDone={() => onClose({ refresh: true })} />
      </div>
    </Dialog>
  );
}

interface SidesProps {
  form: TransferForm;
  userInfo: UserInfo;
  fault: TransferForm['fault'];
  disabled: boolean;
}

/** Source and target of the credit, one above the other, with a swap button between them. */
function Sides({ form, userInfo, fault, disabled }: SidesProps) {
  const t = useT();
  const { from, to } = form;
  const faultText = (isMissing: boolean) => {
    if (fault === 'canNotTransferMsg') return t('transfer.canNotTransferMsg');
    return fault === 'selectAccMsg' && isMissing ? t('transfer.selectAccMsg') : undefined;
  };
  return (
    <div className={styles.sides}>
      <Select
        label={t('transfer.from')}
        placeholder={t('transfer.pick')}
        value={from}
        onChange={form.setFrom}
        options={useOptions(userInfo)}
        disabled={disabled}
        error={fault === 'selectAccMsg' ? faultText(from === '') : undefined}
      />
      <IconButton
        icon="both-ways"
        label={t('transfer.swap')}
        className={styles.swap}
        disabled={disabled}
        onClick={form.swap}
      />
      <Select
        label={t('transfer.to')}
        placeholder={t('transfer.pick')}
        value={to}
        onChange={form.setTo}
        options={useOptions(userInfo)}
        disabled={disabled}
        error={faultText(to === '')}
      />
    </div>
  );
}

/** Returns the main wallet and the opened game accounts, each with its balance. */
function useOptions({ wallet, slots, currency }: UserInfo) {
  const t = useT();
  const named = (name: string, amountMinor: Minor) =>
    t('transfer.option', { name, amount: formatMoney(amountMinor, currency) });
  return [
    { value: MAIN_WALLET, label: named(t('transfer.mainWallet'), wallet.amountMinor) },
    ...slots
      .filter((slot) => slot.isActive)
      .map((slot) => ({
        value: slot.code,
        label: slot.isDown
          ? t('transfer.optionDown', { name: slot.name })
          : named(slot.name, slot.amountMinor),
        disabled: slot.isDown,
      })),
  ];
}
