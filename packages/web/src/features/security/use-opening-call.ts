import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Makes a call when a dialog opens, and again on request. Its answer is kept nowhere else: a later dialog asks anew.
 * @param make the call
 */
export function useOpeningCall<Reply>(make: () => Promise<Reply>) {
  const [reply, setReply] = useState<Reply>();
  const [error, setError] = useState<unknown>();
  const again = (): Promise<void> => {
    setError(undefined);
    return make().then(setReply, setError);
  };
  const open = useEffectEvent(() => void make().then(setReply, setError));
  useEffect(() => open(), []);
  return { reply, error, again };
}
