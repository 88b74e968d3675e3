import { useEffect, useState, type ComponentType } from 'react';
import { CutOffError, loadCode } from '../lib/load-code.ts';
import { whenWanted } from '../lib/when-wanted.ts';
import { Spinner } from '../ui/spinner.tsx';
import { CutOff } from './cut-off.tsx';
import { focusLateHeading } from './focus-heading.ts';
import { loadedScreen, loadScreen, prefetchScreens } from './screens.ts';

/** The screen at a path: at once when its code is loaded, else as soon as it is. */
export function Screen({ path }: { path: string }) {
  const [arrived, setArrived] = useState<
    { path: string; screen: ComponentType } | { path: string; fault: unknown }
  >();
  const [tries, setTries] = useState(0);
  const known = loadedScreen(path);

  useEffect(() => {
    if (known) return;
    let left = false;
    loadCode(() => loadScreen(path)).then(
      (screen) => !left && setArrived({ path, screen }),
      (fault: unknown) => !left && setArrived({ path, fault }),
    );
    return () => {
      left = true;
    };
  }, [path, known, tries]);

  useEffect(() => {
    if (arrived) focusLateHeading();
  }, [arrived]);

  useEffect(() => whenWanted(() => void prefetchScreens(path).catch(() => undefined)), [path]);

  if (known) return createScreen(known);
  if (arrived?.path === path && 'fault' in arrived) {
    if (!(arrived.fault instanceof CutOffError)) throw arrived.fault;
    const onRetry = () => {
      setArrived(undefined);
      setTries(tries + 1);
    };
    return <CutOff onRetry={onRetry} />;
  }
  return <Spinner />;
}

function createScreen(Known: ComponentType) {
  return <Known />;
}
