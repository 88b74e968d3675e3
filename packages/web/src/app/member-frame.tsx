import { useEffect, useState, type ReactNode } from 'react';
import { CutOffError, loadCode } from '../lib/load-code.ts';
import { Spinner } from '../ui/spinner.tsx';
import { CutOff } from './cut-off.tsx';
import { loadedMemberShell, loadMemberShell } from './screens.ts';
import { PlainShell } from './visitor-shell.tsx';

/** The frame of every page under /user, as soon as its code is loaded. */
export function MemberFrame({ children }: { children: ReactNode }) {
  const [Shell, setShell] = useState(() => loadedMemberShell());
  const [fault, setFault] = useState<Error>();
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    if (Shell || isMissing) return;
    loadCode(loadMemberShell).then(
      (component) => setShell(() => component),
      (error: unknown) => {
        if (error instanceof CutOffError) return setMissing(true);
        setFault(error instanceof Error ? error : new Error('the frame did not come', { cause: error }));
      },
    );
  }, [Shell, isMissing]);
  if (fault) throw fault;
  if (Shell) return <Shell>{children}</Shell>;
  return <PlainShell>{isMissing ? <CutOff onRetry={() => setMissing(false)} /> : <Spinner />}</PlainShell>;
}
