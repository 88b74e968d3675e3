import { copyAndTell } from '../../ui/copy-button.tsx';

/** Whether the phone has a way of its own to hand a text on. */
export const canShare = (): boolean => typeof navigator.share === 'function';

/** Hands a text on by the phone's own means, or copies it where there are none. */
export async function shareText(title: string, text: string): Promise<void> {
  if (!canShare()) {
    await copyAndTell(text);
    return;
  }
  try {
    await navigator.share({ title, text });
  } catch (fault) {
    // Having second thoughts is no fault.
    if (fault instanceof DOMException && fault.name === 'AbortError') return;
    await copyAndTell(text);
  }
}
