import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Takes over what the player has done to a control before the app was here: the page stood there already, drawn by
 * the build, and typing went on while the code came.
 * @param take is called once, with the control as it is found
 * @returns what to give the control as its `ref`
 */
export function useTypedBefore<Control extends Element>(
  take: (control: Control) => void,
): RefObject<Control | null> {
  const ref = useRef<Control>(null);
  const onFound = useEffectEvent(take);
  // Before the first drawing, which would put the empty value back.
  useLayoutEffect(() => {
    if (ref.current) onFound(ref.current);
  }, []);
  return ref;
}
