import { useEffect, useState } from 'react';
import { useIsHere } from '../../lib/activity.ts';
import { codeOf } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { useReadAgain } from '../../lib/reads.ts';

/** A lease lasts five minutes on the server. */
const RENEW_MS = 4 * 60 * 1_000;

/**
 * `mine`: taken by this person. `others`: another person has it. `over`: it is decided. `failed`: no lease could be
 * taken. `none`: not asked for.
 */
export type LeaseState = 'none' | 'asking' | 'mine' | 'others' | 'over' | 'failed';

/** Takes a payout in hand while it is open, goes on with it, and puts it back. */
export function useLease(id: string, isWanted: boolean): LeaseState {
  const [state, setState] = useState<LeaseState>(isWanted ? 'asking' : 'none');
  const readAgain = useReadAgain();
  const isHere = useIsHere();

  useEffect(() => {
    if (!isWanted) return undefined;
    let isOpen = true;
    const params = { id };
    const take = async (isFirst: boolean) => {
      const next = await takeLease(id);
      if (!isOpen) return;
      setState(next);
      if (isFirst || next !== 'mine') await readAgain();
    };
    void take(true);
    // A person who is away loses the lease, so that others can go on.
    const timer = isHere ? setInterval(() => void take(false), RENEW_MS) : undefined;
    return () => {
      isOpen = false;
      clearInterval(timer);
      // A lease that is not put back ends by itself.
      if (isHere) void call('DELETE /staff/api/payouts/:id/lease', { params }).catch(() => undefined);
    };
  }, [id, isWanted, isHere, readAgain]);

  return isWanted ? state : 'none';
}

async function takeLease(id: string): Promise<LeaseState> {
  try {
    await call('POST /staff/api/payouts/:id/lease', { params: { id } });
    return 'mine';
  } catch (error) {
    const code = codeOf(error);
    if (code === 'LEASED') return 'others';
    return code === 'ALREADY_DECIDED' ? 'over' : 'failed';
  }
}
