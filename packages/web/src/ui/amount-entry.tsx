import {
  formatAmount,
  MINOR_PER_MAJOR,
  minor,
  ZERO,
  type Currency,
  type Minor,
} from '@krapao/contract/money';
import {
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type ChangeEvent,
  type ClipboardEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { readAmount, type AmountFault } from '@krapao/contract/typed-amount';
import { useT, type TextKey } from '../lib/i18n/i18n.ts';
import { CURRENCY_SIGN, parseTyped } from '../lib/money.ts';
import styles from './amount-entry.module.css';
import { addToAmount, amountText, editAmount, groupAmountText } from './amount-text.ts';
import { Amount } from './amount.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

interface AmountEntryProps {
  label: string;
  /**
   * Typed text without commas; read it with `parseTyped`. Never a number, so that nothing is rounded. The
   * field itself reports an invalid text.
   */
  value: string;
  onChange: (value: string) => void;
  currency: Currency;
  /** Permitted range, shown beside the label. */
  limits?: string | undefined;
  /** Amounts that a press fills in, in whole baht or kip. */
  quickAmounts?: readonly number[] | undefined;
  /** Amounts that a press adds, in whole baht or kip. */
  steps?: readonly number[] | undefined;
  /** Amount that 'all' fills in, and the limit of the steps. */
  allMinor?: Minor | undefined;
  /** Balance that the amount is taken from; the remainder is shown while typing. */
  source?: { name: string; balanceMinor: Minor } | undefined;
  /** Hint, shown where there is no error. */
  hint?: ReactNode;
  /** Error text about the amount. */
  error?: string | undefined;
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
  ref?: Ref<HTMLInputElement>;
}

/**
 * The app's only amount field: a large figure, the limits beside its label, the remainder or the error right
 * under it, and buttons that save typing.
 */
export function AmountEntry(props: AmountEntryProps) {
  const { label, currency, disabled = false, readOnly = false } = props;
  const t = useT();
  const { fault } = readAmount(props.value, currency);
  const error = fault && fault !== 'partial' ? t(FAULT_TEXT[fault]) : props.error;
  const hint = fault === 'partial' ? t('kit.amountUnreadable') : props.hint;
  // The error text already names the limit.
  const limits = error ? undefined : props.limits;
  const id = useId();
  const isLocked = disabled || readOnly;
  const noteId = `${id}-note`;
  const limitsId = `${id}-limits`;
  const { inputRef, onEdit, onPaste, shown } = useShownText(props);
  return (
    <div className={styles.entry}>
      <div className={classNames(styles.box, isLocked && styles.locked)}>
        <div className={styles.head}>
          <label htmlFor={id} className={styles.label}>
            {label}
          </label>
          {limits !== undefined && (
            <span id={limitsId} className={styles.limits}>
              {limits}
            </span>
          )}
        </div>
        <div className={styles.figure} data-length={lengthOf(shown)}>
          <span className={classNames(styles.sign, shown === '' && styles.blank)} aria-hidden>
            {CURRENCY_SIGN[currency]}
          </span>
          <input
            ref={inputRef}
            id={id}
            className={styles.input}
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="done"
            placeholder="0.00"
            value={shown}
            onChange={onEdit}
            onPaste={onPaste}
            disabled={disabled}
            readOnly={readOnly}
            aria-describedby={classNames(limits !== undefined && limitsId, noteId)}
            aria-invalid={error ? true : undefined}
          />
          {shown !== '' && !isLocked && (
            <button
              type="button"
              className={styles.clear}
              aria-label={t('kit.clearAmount')}
              onClick={() => {
                props.onChange('');
                inputRef.current?.focus();
              }}
            >
              <Icon name="close-circle" size={20} />
            </button>
          )}
        </div>
        <Note {...props} id={noteId} error={fault === 'partial' ? undefined : error} hint={hint} />
      </div>
      {!readOnly && <Chips {...props} />}
    </div>
  );
}

const FAULT_TEXT = {
  decimals: 'kit.amountDecimals',
  tooLong: 'kit.amountTooLong',
  unreadable: 'kit.amountUnreadable',
} as const satisfies Record<Exclude<AmountFault, 'partial'>, TextKey>;

type Length = 'short' | 'long' | 'longest';

/** Returns the length class of an amount: a long one gets a smaller font, so that it fits. */
function lengthOf(shown: string): Length {
  if (shown.length <= 9) return 'short';
  return shown.length <= 12 ? 'long' : 'longest';
}

/** Keeps the text with its commas, and the caret at the place of typing. */
function useShownText({ value, onChange, currency, ref }: AmountEntryProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => inputRef.current as HTMLInputElement, []);
  const [caret, setCaret] = useState<{ at: number } | null>(null);
  useLayoutEffect(() => {
    const input = inputRef.current;
    if (caret && input && document.activeElement === input) input.setSelectionRange(caret.at, caret.at);
  }, [caret]);
  const pastedAt = useRef<number | undefined>(undefined);
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    pastedAt.current = event.currentTarget.selectionStart ?? undefined;
  };
  const onEdit = (event: ChangeEvent<HTMLInputElement>) => {
    const { value: shown, selectionStart } = event.target;
    const caret = selectionStart ?? shown.length;
    const { inputType = '', data } = event.nativeEvent as Partial<InputEvent>;
    const from = () => {
      if (inputType.startsWith('delete')) return caret;
      if (inputType === 'insertFromPaste') return pastedAt.current;
      return data ? caret - data.length : undefined;
    };
    const isForward = inputType === 'deleteContentForward';
    const edited = editAmount(value, { shown, caret, from: from(), isForward }, currency);
    // A new object each time: the browser moves the caret even when the text stays the same.
    setCaret({ at: edited.caret });
    onChange(edited.plain);
  };
  return { inputRef, onEdit, onPaste, shown: groupAmountText(value) };
}

/** The only place for notes under the figure: the error, else the hint and the remainder. */
function Note({ id, error, hint, source, value, currency }: AmountEntryProps & { id: string }) {
  const t = useT();
  const leftMinor = source && minor(source.balanceMinor - (parseTyped(value) ?? ZERO));
  const showsLeft = source && leftMinor !== undefined && leftMinor >= 0n && !error;
  return (
    <div id={id} className={styles.note}>
      <p className={styles.error} aria-live="polite">
        {error && (
          <>
            <Icon name="alert" size={16} />
            <span>{error}</span>
          </>
        )}
      </p>
      {hint && !error && <p>{hint}</p>}
      {showsLeft && (
        <p className={styles.left}>
          <span>{t('kit.remains', { name: source.name })}</span>
          <Amount value={leftMinor} currency={currency} />
        </p>
      )}
    </div>
  );
}

function Chips({ value, onChange, quickAmounts = [], steps = [], allMinor, disabled }: AmountEntryProps) {
  const t = useT();
  const count = quickAmounts.length + steps.length + (allMinor === undefined ? 0 : 1);
  if (count === 0) return null;
  const typedMinor = parseTyped(value);
  return (
    <div className={styles.chips} data-count={count} role="group" aria-label={t('kit.quickAmounts')}>
      {quickAmounts.map((amount) => (
        <button
          key={amount}
          type="button"
          className={styles.chip}
          disabled={disabled}
          aria-pressed={typedMinor === wholeMinor(amount)}
          onClick={() => onChange(String(amount))}
        >
          {wholeText(amount)}
        </button>
      ))}
      {steps.map((step) => (
        <button
          key={step}
          type="button"
          className={styles.chip}
          disabled={disabled || (allMinor !== undefined && isBeyond(step, typedMinor, allMinor))}
          aria-label={t('kit.addAmount', { amount: wholeText(step) })}
          onClick={() => onChange(addToAmount(value, wholeMinor(step), allMinor))}
        >
          +{wholeText(step)}
        </button>
      ))}
      {allMinor !== undefined && (
        <button
          type="button"
          className={classNames(styles.chip, styles.all)}
          disabled={disabled}
          aria-pressed={typedMinor === allMinor}
          onClick={() => onChange(amountText(allMinor))}
        >
          {t('kit.max')}
        </button>
      )}
    </div>
  );
}

/** True when a step has no effect. Its button keeps its place, so that the row keeps its height. */
const isBeyond = (step: number, typedMinor: Minor | null, allMinor: Minor): boolean =>
  (typedMinor ?? 0n) >= allMinor || wholeMinor(step) > allMinor;

const wholeMinor = (amount: number): Minor => minor(BigInt(amount) * MINOR_PER_MAJOR);
const wholeText = (amount: number): string => formatAmount(wholeMinor(amount)).replace(/\.00$/, '');
