import { copyText } from '../lib/copy.ts';
import { t, useT } from '../lib/i18n/i18n.ts';
import { IconButton } from './button.tsx';
import { toast } from './toast-store.ts';

/** Longer texts are not repeated in the toast. */
const MAX_TOLD = 40;

/** Copies a text and shows the result: `Copied: {text}`, `Copied` for a long text, or `Failed to copy`. */
export async function copyAndTell(text: string): Promise<boolean> {
  const copied = await copyText(text);
  if (!copied) toast.error(t('kit.copyFailed'));
  else if (text.length > MAX_TOLD) toast.success(t('kit.copied'));
  else toast.success(t('kit.copiedText', { text }));
  return copied;
}

interface CopyButtonProps {
  /** Text to copy. */
  text: string;
  /** Name of the text ("account number"), for screen readers. */
  label: string;
  /** Runs in place of the copying, for example to ask for something first. */
  onCopy?: ((text: string) => unknown) | undefined;
}

/** An icon button that copies a text. */
export function CopyButton({ text, label, onCopy = copyAndTell }: CopyButtonProps) {
  const translate = useT();
  return (
    <IconButton
      icon="copy"
      size={20}
      label={translate('kit.copyLabel', { label })}
      onClick={() => onCopy(text)}
    />
  );
}
