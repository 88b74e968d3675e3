import { call } from '../../lib/http.ts';
import { useT } from '../../lib/i18n/i18n.ts';
import { Button } from '../../ui/button.tsx';
import type { Protection } from './types.ts';
import { isOver, Stopped } from './stopped.tsx';
import { useChange } from './use-change.ts';

/** The break or exclusion that holds now. The end of an exclusion whose time is over can be asked for. */
export function StopCard({ protection: { break: pause, exclusion } }: { protection: Protection }) {
  const t = useT();
  const change = useChange();
  if (!exclusion) return pause && <Stopped code="ON_BREAK" until={pause.until} endsAt={pause.until} />;
  const stop = { code: 'EXCLUDED', ...exclusion } as const;
  return (
    <Stopped {...stop}>
      {isOver(stop) && (
        <Button
          variant="secondary"
          wide
          onClick={() => change(() => call('POST /api/protection/exclusion/end'), t('protection.endAsked'))}
        >
          {t('protection.askEnd')}
        </Button>
      )}
    </Stopped>
  );
}
