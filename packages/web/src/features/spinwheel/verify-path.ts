export const VERIFY_PATH = '/user/spin/verify/';

/** Returns the path of a draw's verification page. */
export const verifyPath = (drawId: string): string => VERIFY_PATH + drawId;
