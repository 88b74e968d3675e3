import { useEffect, type RefObject } from 'react';

const STOPS = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex="0"]';

/**
 * Makes a box focusable while it scrolls and has no focusable element inside: a text longer than the screen
 * can then be read with the arrow keys.
 */
export function useScrollStop(boxRef: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = boxRef.current;
    if (!box) return;
    const update = () => {
      const isNeeded = box.scrollHeight > box.clientHeight + 1 && box.querySelector(STOPS) === null;
      if (isNeeded) box.tabIndex = 0;
      else box.removeAttribute('tabindex');
    };
    const content = new MutationObserver(update);
    content.observe(box, { childList: true, subtree: true });
    const size = new ResizeObserver(update);
    size.observe(box);
    update();
    return () => {
      content.disconnect();
      size.disconnect();
    };
  }, [boxRef]);
}
