/**
 * A queue in which transactions wait before they take a connection. Waiting for a lock inside the database
 * would hold a connection, and a member with many calls would take all of them.
 */
export interface Turn {
  /** Transactions of the same key run one after another. */
  key: string;
  /** Also keeps out transactions of other processes, by an advisory lock taken first in the transaction. */
  isLocked: boolean;
  /** Most waiting transactions in this process; `CALLS_WAITING_PER_MEMBER` by default. */
  mostWaiting?: number;
}

/** For work that is refused only by the length of its wait. */
const ANY_NUMBER = Number.POSITIVE_INFINITY;

/**
 * Serialises all rewards of a member, across all processes: taking and ending bonuses, receiving refunds,
 * collecting invite bonuses, claiming prizes.
 */
export const rewardsTurn = (memberId: string): Turn => ({ key: `rewards:${memberId}`, isLocked: true });

/** Serialises members who take the same bonus or promotion of limited number. */
export const offerTurn = (source: string, code: string): Turn => ({
  key: `${source}:${code}`,
  isLocked: true,
  mostWaiting: ANY_NUMBER,
});

/**
 * Serialises bank transfers of one amount to one of the operator's accounts, which two channels may report at
 * once.
 */
export const incomingTurn = (accountNo: string, amount: bigint): Turn => ({
  key: `incoming:${accountNo}:${amount}`,
  isLocked: true,
  mostWaiting: ANY_NUMBER,
});

/** Turns of a report of a bank transfer: those of one reference are serialised, too, whatever their amounts. */
export const transferTurns = ({
  accountNo,
  amount,
  reference,
}: {
  accountNo: string;
  amount: bigint;
  reference: string | null;
}): Turn[] => {
  const turns = [incomingTurn(accountNo, amount)];
  if (reference !== null)
    turns.push({ ...incomingTurn(accountNo, amount), key: `incoming:${accountNo}:reference:${reference}` });
  return turns;
};

/** Serialises QR orders of a member. */
export const qrTurn = (memberId: string): Turn => ({ key: `qr:${memberId}`, isLocked: true });

/** Serialises spins of a member. The row in `spin_member` keeps other processes out. */
export const spinTurn = (memberId: string): Turn => ({ key: `spin:${memberId}`, isLocked: false });

/**
 * Serialises counting a member's coins. The home page counts them too, so the number of waiting calls is
 * unlimited.
 */
export const coinsTurn = (memberId: string): Turn => ({
  key: `spin:${memberId}`,
  isLocked: false,
  mostWaiting: ANY_NUMBER,
});

/** Serialises one-time codes of a phone. */
export const otpTurn = (phone: string): Turn => ({ key: `otp:${phone}`, isLocked: true });

/** Serialises a member's file uploads. Their row in `chat_budget` keeps other processes out. */
export const filesTurn = (memberId: string): Turn => ({ key: `files:${memberId}`, isLocked: false });

/**
 * Serialises messages and files of guests, who share a budget. Its row in `chat_budget` keeps other processes
 * out.
 */
export const GUESTS_TURN: Turn = { key: 'guests', isLocked: false, mostWaiting: ANY_NUMBER };
