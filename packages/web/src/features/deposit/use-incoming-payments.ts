import { PAGE_SIZE } from '@krapao/contract/limits';
import { minor, ZERO, type Minor } from '@krapao/contract/money';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { serverNow } from '../../lib/clock.ts';
import { call } from '../../lib/http.ts';
import { minorOf } from '../../lib/money.ts';
import { noteTold } from '../../wallet/told-movements.ts';
import { useWallet } from '../../wallet/use-wallet.ts';
import { heldOf, newDeposits, sumOf } from './incoming-payments.ts';

interface IncomingPayments {
  /** Sum of arrived and undismissed deposits in minor units; zero for none. */
  receivedMinor: Minor;
  /** Their part that is in the held balance. */
  heldMinor: Minor;
  /** Checks for incoming payments now; never rejects. */
  check: () => Promise<void>;
  /** Reports an arrived deposit by its id in the statement and its amount. */
  tell: (id: string, amountMinor: Minor) => void;
  dismiss: () => void;
}

/**
 * Reports deposits that reach the wallet while it is mounted. It reads the statement: a QR that is gone may
 * have been paid or not, and a balance may have grown for another reason.
 */
export function useIncomingPayments(): IncomingPayments {
  const [sinceMs] = useState(serverNow);
  const [receivedMinor, setReceivedMinor] = useState<Minor>(ZERO);
  const [heldMinor, setHeldMinor] = useState<Minor>(ZERO);
  const told = useRef(new Set<string>());
  const { userInfo, reload } = useWallet();
  // A deposit that is held whole leaves the wallet as it was.
  const balanceMinor = userInfo && minor(userInfo.wallet.amountMinor + userInfo.heldMinor);

  const check = async () => {
    try {
      const { statements } = await call('POST /api/statement', { body: { page: 1, limit: PAGE_SIZE } });
      const arrived = newDeposits(statements, sinceMs, told.current);
      if (arrived.length === 0) return;
      for (const { _id } of arrived) {
        told.current.add(_id);
        noteTold(_id);
      }
      setReceivedMinor((known) => minor(known + sumOf(arrived)));
      setHeldMinor((known) => minor(known + heldOf(arrived)));
      await reload();
    } catch (error) {
      console.warn('looking for incoming payments failed', error);
    }
  };

  const tell = (id: string, amountMinor: Minor) => {
    void reload();
    if (told.current.has(id)) return;
    told.current.add(id);
    noteTold(id);
    setReceivedMinor(amountMinor);
    // Without a limit or a stop nothing is held.
    if (userInfo?.standing === undefined) return;
    call('GET /api/statement/item/:transferId', { params: { transferId: id } }).then(
      ({ held = 0 }) => setHeldMinor(minorOf(held)),
      (error: unknown) => console.warn('looking up a deposit failed', error),
    );
  };

  const lastBalance = useRef(balanceMinor);
  const onBalance = useEffectEvent(check);
  useEffect(() => {
    const known = lastBalance.current;
    lastBalance.current = balanceMinor;
    if (known !== undefined && balanceMinor !== undefined && known !== balanceMinor) void onBalance();
  }, [balanceMinor]);

  const dismiss = () => {
    setReceivedMinor(ZERO);
    setHeldMinor(ZERO);
  };
  return { receivedMinor, heldMinor, check, tell, dismiss };
}
