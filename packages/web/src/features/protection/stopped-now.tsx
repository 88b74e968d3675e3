import { useWallet } from '../../wallet/use-wallet.ts';
import { Stopped } from './stopped.tsx';

/** The break or the exclusion that holds now. */
export function StoppedNow() {
  const stop = useWallet().userInfo?.standing?.stop;
  return stop && <Stopped {...stop} />;
}
