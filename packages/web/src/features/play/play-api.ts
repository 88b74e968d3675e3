/** Address of the member's own play. */
export const PLAY_PATH = '/user/play';
