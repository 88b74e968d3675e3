import type { LimitKind } from '@krapao/contract/protection';
import { atOnce } from '../../lib/at-once.ts';
import { loadWords } from '../../lib/i18n/i18n.ts';
import { Late } from '../../ui/late.tsx';
import { useWallet } from '../../wallet/use-wallet.ts';

async function loadStopped() {
  const [{ StoppedNow }] = await Promise.all([import('./stopped-now.tsx'), loadWords('safe')]);
  return StoppedNow;
}

const loadLeft = async () => {
  const [left] = await Promise.all([import('./limit-left.tsx'), loadWords('safe')]);
  return left;
};
const LEFT = {
  deposit: () => loadLeft().then(({ DepositLeft }) => DepositLeft),
  loss: () => loadLeft().then(({ LossLeft }) => LossLeft),
};

/** Says which break or exclusion holds. Its code and words are loaded only then. */
export const StopNote = () => <Late load={loadStopped} when={atOnce} />;

/** The break or exclusion that holds, or what the member's limits of a kind leave; nothing without either. */
export function LimitNote({ kind }: { kind: LimitKind }) {
  const standing = useWallet().userInfo?.standing;
  if (standing?.stop) return <StopNote />;
  return standing?.hasLimits ? <Late load={LEFT[kind]} when={atOnce} /> : null;
}

/** Whether a break or an exclusion holds: nothing is paid in, played or offered. */
export const useIsStopped = (): boolean => useWallet().userInfo?.standing?.stop !== undefined;
