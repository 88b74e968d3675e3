import type { Control } from './look.ts';

interface Count {
  screen: string;
  role: string;
  name: string;
  presses: number;
  /** Number of failed presses: the control was gone or covered. */
  misses: number;
}

/** Extra cost of a log-out, so that it is pressed less: each takes the monkey away from members' screens. */
const LOG_OUT_COST = 4;

/** Factor by which fields are typed into more often: they have more to try. */
const TEXTS_A_PRESS = 3;

/** Counts controls seen and pressed, by screen, role and accessible name. */
export class Tally {
  readonly #counts = new Map<string, Count>();
  readonly #visits = new Map<string, number>();
  /** Presses by kind: `tap`, `type`, `back` and so on. */
  readonly kinds = new Map<string, number>();

  /** Notes a control on the screen. */
  see(screen: string, control: Control): Count {
    const { role, name } = control;
    const key = `${screen}\t${role}\t${name}`;
    let count = this.#counts.get(key);
    if (!count) {
      count = { screen, role, name, presses: 0, misses: 0 };
      this.#counts.set(key, count);
    }
    return count;
  }

  /** Returns the cost of pressing a control; the lowest is preferred. */
  cost(screen: string, control: Control): number {
    const { presses, misses } = this.see(screen, control);
    if (control.kind === 'text') return Math.floor((presses + misses) / TEXTS_A_PRESS);
    return presses + misses + (control.isLogOut ? LOG_OUT_COST : 0);
  }

  visit(path: string): void {
    this.#visits.set(path, this.visitsOf(path) + 1);
  }

  visitsOf(path: string): number {
    return this.#visits.get(path) ?? 0;
  }

  note(kind: string): void {
    this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1);
  }

  get figures(): { screens: number; controls: number; pressed: number } {
    const all = [...this.#counts.values()];
    return {
      screens: new Set(all.map(({ screen }) => screen)).size,
      controls: all.length,
      pressed: all.filter(({ presses }) => presses > 0).length,
    };
  }

  /** One line a screen: presses, controls pressed, controls seen. */
  get byScreen(): string[] {
    const screens = new Map<string, Count[]>();
    for (const count of this.#counts.values()) {
      screens.set(count.screen, [...(screens.get(count.screen) ?? []), count]);
    }
    const rows = [...screens].map(([screen, counts]) => ({
      screen,
      presses: counts.reduce((sum, { presses }) => sum + presses, 0),
      pressed: counts.filter(({ presses }) => presses > 0).length,
      controls: counts.length,
    }));
    return rows
      .toSorted((a, b) => b.presses - a.presses)
      .map(({ screen, presses, pressed, controls }) =>
        [String(presses).padStart(7), `${pressed}/${controls}`.padStart(9), screen].join('  '),
      );
  }

  /** One line a control: presses, misses, screen, role, name. */
  get byControl(): string[] {
    return [...this.#counts.values()]
      .toSorted((a, b) => b.presses - a.presses)
      .map(({ presses, misses, screen, role, name }) => [presses, misses, screen, role, name].join('\t'));
  }

  /** Returns the controls that were seen and never pressed. */
  get neverPressed(): string[] {
    return [...this.#counts.values()]
      .filter(({ presses }) => presses === 0)
      .map(({ screen, role, name, misses }) => `${screen} · ${role} "${name}" (missed ${misses} times)`);
  }
}
