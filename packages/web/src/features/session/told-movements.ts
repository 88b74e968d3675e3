/** Movements whose end the player has been told of by the dialog they were looking at. */
const told = new Set<string>();

/** Notes that the player has been told of a movement, by its id in the statement. */
export function noteTold(id: string): void {
  told.add(id);
}

/** All movements that the player has been told of, on this page. */
export const toldMovements: ReadonlySet<string> = told;
