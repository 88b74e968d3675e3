import type { ReactNode } from 'react';

/** State of a specimen; `rest` without pointer and focus. */
export type Forced = 'rest' | 'hover' | 'focus' | 'active';

const FORCE: Readonly<Record<Forced, string>> = {
  rest: '',
  hover: 'hover',
  focus: 'focus focus-visible focus-within',
  active: 'hover active',
};

interface SpecimenProps {
  /** Component and state; its name in the comparison. */
  name: string;
  state?: Forced;
  /** On the silk, as on the card with the balance. */
  onSilk?: boolean;
  children: ReactNode;
}

/** One component in one state, with what it is called. */
export function Specimen({ name, state = 'rest', onSilk = false, children }: SpecimenProps) {
  return (
    <figure className="specimen" data-specimen={state === 'rest' ? name : `${name}, ${state}`}>
      <figcaption>{state === 'rest' ? name : `${name}, ${state}`}</figcaption>
      <div className={onSilk ? 'silk' : undefined} data-force={FORCE[state]}>
        {children}
      </div>
    </figure>
  );
}

/** The same component at rest, under the pointer, with the keyboard's ring, and pressed. */
export function EveryState({ name, children }: { name: string; children: ReactNode }) {
  return (['rest', 'hover', 'focus', 'active'] as const).map((state) => (
    <Specimen key={state} name={name} state={state}>
      {children}
    </Specimen>
  ));
}
