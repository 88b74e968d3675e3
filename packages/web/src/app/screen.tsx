import { useEffect, useState, type ComponentType } from 'react';
import { whenWanted } from '../lib/when-wanted.ts';
import { Spinner } from '../ui/spinner.tsx';
import { focusLateHeading } from './focus-heading.ts';
import { loadedScreen, loadScreen, prefetchScreens } from './screens.ts';

/** The screen at a path: at once when its code is here, else as soon as it has come. */
export function Screen({ path }: { path: string }) {
  const [arrived, setArrived] = useState<
    { path: string; screen: ComponentType } | { path: string; fault: unknown }
  >();
  const known = loadedScreen(path);

  useEffect(() => {
    if (known) return;
    let left = false;
    loadScreen(path).then(
      (screen) => !left && setArrived({ path, screen }),
      (fault: unknown) => !left && setArrived({ path, fault }),
    );
    return () => {
      left = true;
    };
  }, [path, known]);

  useEffect(() => {
    if (arrived) focusLateHeading();
  }, [arrived]);

  useEffect(() => whenWanted(() => void prefetchScreens(path)), [path]);

  if (known) return createScreen(known);
  if (arrived?.path === path && 'fault' in arrived) throw arrived.fault;
  return <Spinner />;
}

function createScreen(Known: ComponentType) {
  return <Known />;
}
