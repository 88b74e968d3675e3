import { useEffect, useState, type ComponentType } from 'react';
import { reportFault } from '../lib/fault-report.ts';
import { CutOffError, loadCode } from '../lib/load-code.ts';
import { whenWanted } from '../lib/when-wanted.ts';

interface LateProps {
  load: () => Promise<ComponentType>;
  /** Calls when the code is needed. @returns cancels it */
  when?: (act: () => void) => () => void;
}

/** Renders a part that the first screen does not need, once its code was requested and has loaded. */
export function Late({ load, when = whenWanted }: LateProps) {
  const [Part, setPart] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (Part) return;
    let isComing = false;
    return when(() => {
      if (isComing) return;
      isComing = true;
      loadCode(load).then(
        (component) => setPart(() => component),
        (error: unknown) => {
          isComing = false;
          if (error instanceof CutOffError) console.warn('code did not come yet', error);
          else reportFault('promise', error);
        },
      );
    });
  }, [Part, load, when]);
  return Part && <Part />;
}
