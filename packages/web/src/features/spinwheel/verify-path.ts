export const VERIFY_PATH = '/user/spin/verify/';

/** Where a draw can be checked. */
export const verifyPath = (drawId: string): string => VERIFY_PATH + drawId;
