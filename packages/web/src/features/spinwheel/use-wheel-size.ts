import { useEffect, useState } from 'react';
import { wheelSize } from './wheel-geometry.ts';

/** The wheel is drawn anew when the window has kept its size for so long. */
const RESIZE_QUIET_MS = 500;

/** Width of the wheel in pixels, following the window. */
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
