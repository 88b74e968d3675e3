import { useId, type ReactNode } from 'react';
import { useTypedBefore } from '../lib/use-typed-before.ts';
import styles from './field.module.css';
import { Ring } from './spinner.tsx';

export interface ToggleProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  name?: string;
}

/** A checkbox with its label. */
export function Checkbox({ label, checked, onChange, ...rest }: ToggleProps) {
  const tickedRef = useTypedBefore<HTMLInputElement>((box) => {
    if (box.checked !== checked) onChange(box.checked);
  });
  return (
    <label className={styles.check}>
      <input
        {...rest}
        ref={tickedRef}
        type="checkbox"
        className={styles.checkInput}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

interface SegmentedProps<Value extends string> {
  /** Name of the choice, for screen readers. */
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: ReactNode; lang?: string }[];
  /** Chosen value that is still being loaded. */
  coming?: Value | undefined;
}

/** A choice of two to four in one row; arrow keys move between them. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, value, onChange, options, coming } = props;
  const name = useId();
  const chosenRef = useTypedBefore<HTMLDivElement>((group) => {
    const at = [...group.querySelectorAll('input')].findIndex((input) => input.checked);
    const chosen = options[at];
    if (chosen && chosen.value !== value) onChange(chosen.value);
  });
  return (
    <div ref={chosenRef} className={styles.segments} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label
          key={option.value}
          className={styles.segment}
          lang={option.lang}
          aria-busy={option.value === coming || undefined}
        >
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
          {option.value === coming && (
            <span className={styles.coming}>
              <Ring size={18} />
            </span>
          )}
        </label>
      ))}
    </div>
  );
}
