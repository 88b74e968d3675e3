import {
  useRef,
  useState,
  type ButtonHTMLAttributes,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import { Ring } from './spinner.tsx';

export type ButtonVariant = 'primary' | 'gold' | 'secondary' | 'ghost' | 'danger';

type NativeProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'onClick'>;

interface ButtonProps extends NativeProps {
  children: ReactNode;
  variant?: ButtonVariant;
  size?: 'normal' | 'small';
  icon?: IconName;
  /** Fills the available width. */
  wide?: boolean;
  /**
   * Shows progress and takes no presses. Set automatically while a promise returned by `onClick` is pending.
   */
  busy?: boolean;
  onClick?: (event: MouseEvent<HTMLButtonElement>) => unknown;
  ref?: Ref<HTMLButtonElement>;
}

/** A button. While busy, or while its `onClick` promise is pending, it cannot be pressed again. */
export function Button({
  children,
  variant = 'primary',
  size = 'normal',
  icon,
  wide = false,
  busy = false,
  onClick,
  disabled = false,
  className,
  type = 'button',
  ...rest
}: ButtonProps) {
  const [pending, press] = usePress(onClick);
  const isBusy = busy || pending;
  return (
    <button
      {...rest}
      type={type}
      className={classNames(
        styles.button,
        styles[variant],
        size === 'small' && styles.small,
        wide && styles.wide,
        isBusy && styles.busy,
        className,
      )}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
      onClick={press}
    >
      <span className={styles.content}>
        {icon && <Icon name={icon} size={20} />}
        {children}
      </span>
      {isBusy && (
        <span className={styles.spinner}>
          <Ring size={22} />
        </span>
      )}
    </button>
  );
}

interface IconButtonProps extends NativeProps {
  icon: IconName;
  /** Name of the action, for screen readers and as a tooltip. */
  label: string;
  size?: number;
  busy?: boolean;
  onClick?: (event: MouseEvent<HTMLButtonElement>) => unknown;
  ref?: Ref<HTMLButtonElement>;
}

/** A square button with only an icon, at least 44 px wide. */
export function IconButton({
  icon,
  label,
  size = 22,
  busy = false,
  onClick,
  disabled,
  className,
  ...rest
}: IconButtonProps) {
  const [pending, press] = usePress(onClick);
  const isBusy = busy || pending;
  return (
    <button
      type="button"
      {...rest}
      className={classNames(styles.iconButton, className)}
      aria-label={label}
      title={label}
      aria-busy={isBusy || undefined}
      disabled={disabled || isBusy}
      onClick={press}
    >
      {isBusy ? <Ring size={size} /> : <Icon name={icon} size={size} />}
    </button>
  );
}

/** Runs a handler one press at a time; the ref guards against a second press before React has re-rendered. */
function usePress(
  onClick: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined,
): [pending: boolean, press: (event: MouseEvent<HTMLButtonElement>) => void] {
  const [pending, setPending] = useState(false);
  const running = useRef(false);
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (running.current) return;
    const result = onClick?.(event);
    if (!(result instanceof Promise)) return;
    running.current = true;
    setPending(true);
    const finish = () => {
      running.current = false;
      setPending(false);
    };
    result.then(finish, (error: unknown) => {
      finish();
      throw error;
    });
  };
  return [pending, press];
}
