import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Takes over the state of a control that the player used before the app was loaded: the build drew the page,
 * and typing went on while the code loaded.
 * @param take is called once with the control as found
 * @returns the `ref` of the control
 */
export function useTypedBefore<Control extends Element>(
  take: (control: Control) => void,
): RefObject<Control | null> {
  const ref = useRef<Control>(null);
  const onFound = useEffectEvent(take);
  // Before the first render, which would restore the empty value.
  useLayoutEffect(() => {
    if (ref.current) onFound(ref.current);
  }, []);
  return ref;
}
