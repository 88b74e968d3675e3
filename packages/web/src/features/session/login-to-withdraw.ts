/**
 * Login page for a member who comes from the shutdown page to withdraw: it stays open while the site is
 * closed.
 */
export const LOGIN_TO_WITHDRAW = '/login?withdraw';
