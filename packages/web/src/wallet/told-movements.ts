/** Movements whose end the open dialog has told the player. */
const told = new Set<string>();

/** Records that the player has been told of a movement, by its id in the statement. */
export function noteTold(id: string): void {
  told.add(id);
}

/** All movements of which the player has been told on this page. */
export const toldMovements: ReadonlySet<string> = told;
