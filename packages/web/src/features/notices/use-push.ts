import { useEffect, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { useT } from '../../lib/i18n/i18n.ts';
import { useBusy } from '../../lib/use-busy.ts';
import { toast } from '../../ui/toast-store.ts';
import { readPushState, turnOff, turnOn, type PushState } from './push-browser.ts';

export interface Push {
  /** Undefined until it is known. */
  state: PushState | undefined;
  isBusy: boolean;
  turn: (isOn: boolean) => void;
}

/** Whether this browser shows notices, and the press that changes it. */
export function usePush(): Push {
  const t = useT();
  const [state, setState] = useState<PushState>();
  const { busy, run } = useBusy();
  useEffect(() => {
    let isOver = false;
    const read = async () => {
      const now = await readPushState();
      if (!isOver) setState(now);
    };
    void read();
    // On the first visit the worker comes after the page.
    void navigator.serviceWorker?.ready.then(read);
    return () => {
      isOver = true;
    };
  }, []);

  const turn = (isOn: boolean) =>
    void run(async () => {
      try {
        const next = isOn ? await turnOn() : await turnOff();
        setState(next);
        if (next === 'on') toast.success(t('notices.turnedOn'));
      } catch (fault) {
        console.warn('pushes could not be turned', fault);
        toast.error(fault instanceof ApiError ? fault : t('notices.notTurned'));
        setState(await readPushState());
      }
    });
  return { state, isBusy: busy, turn };
}
