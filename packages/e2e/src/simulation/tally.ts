/** Counts of endings by kind of step. */
export class Tally {
  readonly #counts = new Map<string, Map<string, number>>();
  total = 0;

  add(kind: string, ending: string): void {
    const endings = this.#counts.get(kind) ?? new Map<string, number>();
    endings.set(ending, (endings.get(ending) ?? 0) + 1);
    this.#counts.set(kind, endings);
    this.total += 1;
  }

  /** A line a kind, the most frequent first: `move 270: OK 200, MONEY_NOT_ENOUGH 70`. */
  get lines(): string[] {
    const sum = (endings: ReadonlyMap<string, number>) => [...endings.values()].reduce((a, b) => a + b, 0);
    return [...this.#counts]
      .toSorted(([, a], [, b]) => sum(b) - sum(a))
      .map(([kind, endings]) => {
        const parts = [...endings]
          .toSorted(([, a], [, b]) => b - a)
          .map(([ending, count]) => `${ending} ${count}`);
        return `${kind} ${sum(endings)}: ${parts.join(', ')}`;
      });
  }
}
