import { useEffect, useState } from 'react';
import { wheelSize } from './wheel-geometry.ts';

/** The wheel is redrawn after the window has kept its size for this long. */
const RESIZE_QUIET_MS = 500;

/** Returns the width of the wheel in pixels; follows the window. */
export function useWheelSize(): number {
  const [size, setSize] = useState(() => wheelSize(window.innerWidth));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onResize = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setSize(wheelSize(window.innerWidth)), RESIZE_QUIET_MS);
    };
    window.addEventListener('resize', onResize);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('resize', onResize);
    };
  }, []);
  return size;
}
