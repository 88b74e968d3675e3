/**
 * A queue that transactions stand in before they take a connection. Transactions that wait for a lock inside the
 * database would hold their connections meanwhile, and a member who calls often would take all of them.
 */
export interface Turn {
  /** Transactions of the same key run one after another. */
  key: string;
  /** Whether transactions of other processes are kept out too, by an advisory lock: the first thing in the transaction. */
  isLocked: boolean;
  /** How many may wait in this process; left out, as many as `CALLS_WAITING_PER_MEMBER` says. */
  mostWaiting?: number;
}

/** For work that is refused by the length of its wait alone. */
const ANY_NUMBER = Number.POSITIVE_INFINITY;

/**
 * Everything that gives a member money for nothing takes turns, across all processes: taking and ending bonuses,
 * receiving refunds, collecting invite bonuses, claiming prizes.
 */
export const rewardsTurn = (memberId: string): Turn => ({ key: `rewards:${memberId}`, isLocked: true });

/** Members who take the same bonus or promotion, of which there is a limited number. */
export const offerTurn = (source: string, code: string): Turn => ({
  key: `${source}:${code}`,
  isLocked: true,
  mostWaiting: ANY_NUMBER,
});

/** Bank transfers of one amount to one of the operator's accounts, of which two ways may tell at the same time. */
export const incomingTurn = (accountNo: string, amount: bigint): Turn => ({
  key: `incoming:${accountNo}:${amount}`,
  isLocked: true,
  mostWaiting: ANY_NUMBER,
});

/** QR orders of a member. */
export const qrTurn = (memberId: string): Turn => ({ key: `qr:${memberId}`, isLocked: true });

/** Spins of a member. The row in `spin_member` keeps other processes out. */
export const spinTurn = (memberId: string): Turn => ({ key: `spin:${memberId}`, isLocked: false });

/** Counting a member's coins, which their home does too: it is not refused for its number. */
export const coinsTurn = (memberId: string): Turn => ({
  key: `spin:${memberId}`,
  isLocked: false,
  mostWaiting: ANY_NUMBER,
});

/** One-time codes of a phone. */
export const otpTurn = (phone: string): Turn => ({ key: `otp:${phone}`, isLocked: true });

/** Files that a member sends. Their row in `chat_budget` keeps other processes out. */
export const filesTurn = (memberId: string): Turn => ({ key: `files:${memberId}`, isLocked: false });

/** Messages and files of guests, who share a budget. Its row in `chat_budget` keeps other processes out. */
export const GUESTS_TURN: Turn = { key: 'guests', isLocked: false, mostWaiting: ANY_NUMBER };
