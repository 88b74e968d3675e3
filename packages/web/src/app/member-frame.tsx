import { useEffect, useState, type ReactNode } from 'react';
import { Spinner } from '../ui/spinner.tsx';
import { CutOff, isCutOff } from './cut-off.tsx';
import { loadedMemberShell, loadMemberShell } from './screens.ts';
import { PlainShell } from './visitor-shell.tsx';

/** The frame of every page under /user, as soon as its code is loaded. */
export function MemberFrame({ children }: { children: ReactNode }) {
  const [Shell, setShell] = useState(() => loadedMemberShell());
  const [fault, setFault] = useState<Error>();
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    if (Shell || isMissing) return;
    loadMemberShell().then(
      (component) => setShell(() => component),
      (error: unknown) => {
        if (isCutOff()) return setMissing(true);
        setFault(error instanceof Error ? error : new Error('the frame did not come', { cause: error }));
      },
    );
  }, [Shell, isMissing]);
  if (fault) throw fault;
  if (Shell) return <Shell>{children}</Shell>;
  return <PlainShell>{isMissing ? <CutOff onRetry={() => setMissing(false)} /> : <Spinner />}</PlainShell>;
}
