import { copyAndTell } from '../../ui/copy-button.tsx';

/** True when the phone has a share sheet. */
export const canShare = (): boolean => typeof navigator.share === 'function';

/** Shares a text through the phone's share sheet, or copies it where there is none. */
export async function shareText(title: string, text: string): Promise<void> {
  if (!canShare()) {
    await copyAndTell(text);
    return;
  }
  try {
    await navigator.share({ title, text });
  } catch (fault) {
    // Closing the share sheet is no fault.
    if (fault instanceof DOMException && fault.name === 'AbortError') return;
    await copyAndTell(text);
  }
}
