/**
 * State of the sandbox as plain records. A record is never changed in place: a new version replaces it.
 * Amounts are minor units, and their field names end in `Minor`, by which the journal writes them as text.
 * Times are epoch milliseconds and end in `At`.
 */
import type { Currency, Minor } from '@krapao/contract/money';
import type { CallbackRecord, WebhookRecord } from './callback-records.ts';
import {
  PAYMENT_SERVICE_TABLES,
  type PaymentService,
  type PaymentServiceTables,
  type PayoutService,
} from './payment-services.ts';
import type { PayerRecord } from './scb-records.ts';

export interface SmsRecord {
  readonly id: string;
  readonly reference: string;
  readonly to: string;
  readonly text: string;
  readonly sentAt: number;
}

export interface OrderRecord {
  readonly orderId: string;
  readonly provider: string;
  readonly reference: string;
  readonly amountMinor: Minor;
  /** Missing in journals from before orders in kip. */
  readonly currency?: Currency;
  readonly payload: string;
  readonly callbackUrl: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly cancelledAt: number | null;
  readonly paymentIds: readonly string[];
  /** The emulated service that the order was made through; left out: the house's protocol. */
  readonly service?: PaymentService;
  /** Other references that a control call may name the order by. */
  readonly aliases?: readonly string[];
}

export interface PaymentRecord {
  readonly paymentId: string;
  readonly provider: string;
  readonly reference: string;
  readonly amountMinor: Minor;
  readonly paidAt: number;
  /** As in its order. */
  readonly service?: PaymentService;
  readonly payer?: PayerRecord;
}

/** A transfer between bank accounts, as both banks know it. */
export interface BankTransferRecord {
  /** Reference at the sender's bank and in the QR of its slip. */
  readonly reference: string;
  /** Reference on the receiver bank's statement; missing in journals from before the two differed. */
  readonly statementReference?: string;
  readonly fromBankCode: string;
  readonly fromAccountNo: string;
  readonly fromName: string;
  readonly toBankCode: string;
  readonly toAccountNo: string;
  readonly toName: string;
  readonly amountMinor: Minor;
  /** Whether the receiver is the operator: only then does the operator's feed deliver it. */
  readonly toOperator: boolean;
  readonly at: number;
}

/** A transfer from one digital wallet to another. */
export interface WalletTransferRecord {
  readonly transactionId: string;
  readonly fromPhone: string;
  readonly toWallet: string;
  readonly amountMinor: Minor;
  readonly message: string;
  readonly at: number;
}

/** One share of an envelope; its owner is known once a person has taken it. */
export interface GiftTicket {
  readonly amountMinor: Minor;
  readonly mobile: string | null;
  readonly takenAt: number | null;
}

/** `R` splits randomly, `F` evenly. */
export type GiftType = 'R' | 'F';

/** An envelope of money behind a link; its shares are fixed when it is made and taken in order. */
export interface GiftRecord {
  readonly code: string;
  readonly voucherId: string;
  readonly ownerPhone: string;
  readonly amountMinor: Minor;
  readonly type: GiftType;
  readonly tickets: readonly GiftTicket[];
  readonly createdAt: number;
  readonly expiresAt: number;
}

export type PayoutState = 'accepted' | 'done' | 'refused';

export interface PayoutRecord {
  readonly payoutId: string;
  readonly reference: string;
  readonly amountMinor: Minor;
  readonly toBankCode: string;
  readonly toAccountNo: string;
  readonly toAccountName: string;
  readonly callbackUrl: string;
  readonly createdAt: number;
  readonly state: PayoutState;
  /** The emulated service that the payout was made through; left out: the house's protocol. */
  readonly service?: PayoutService;
}

export interface PlayerRecord {
  readonly provider: string;
  readonly username: string;
  readonly salt: string;
  /** Empty where the service gives its players no passwords. */
  readonly passwordHash: string;
  readonly balanceMinor: Minor;
  readonly turnoverMinor: Minor;
  /** The player's wins minus bets: negative when the player lost. */
  readonly winLossMinor: Minor;
  readonly rounds: number;
  readonly createdAt: number;
}

export type TransferType = 'deposit' | 'withdraw';
export type RefusalReason = 'insufficient_funds' | 'no_player';

export interface TransferRecord {
  readonly provider: string;
  readonly reference: string;
  readonly username: string;
  readonly type: TransferType;
  readonly amountMinor: Minor;
  readonly status: 'done' | 'refused';
  /** Reason for a refusal; null when done. */
  readonly reason: RefusalReason | null;
  /** The player's credit right after the transfer; null when refused. */
  readonly balanceMinor: Minor | null;
  readonly at: number;
}

export type Lang = 'th' | 'la' | 'en';

/** A one-time link to the provider's site, stored by the hash of its token. */
export interface LaunchRecord {
  readonly provider: string;
  readonly username: string;
  readonly lang: Lang;
  readonly expiresAt: number;
}

/** A player signed in at the provider's site, stored by the hash of the cookie. */
export interface SiteSessionRecord {
  readonly provider: string;
  readonly username: string;
  readonly lang: Lang;
  readonly expiresAt: number;
}

/** One played round, stored by its provider and its place in the provider's order. */
export interface RoundRecord {
  /** Id unique at the provider, also across resets of the sandbox; begins with its place. */
  readonly id: string;
  readonly username: string;
  readonly game: string;
  readonly betMinor: Minor;
  readonly winMinor: Minor;
  readonly at: number;
}

/** A provider's own state. */
export interface ProviderRecord {
  readonly maintenance: boolean;
  /** Number of rounds ever played there; missing in journals from before it was counted. */
  readonly rounds?: number;
}

/** A message between a customer and the support desk, in either direction. */
export interface DeskMessageRecord {
  readonly id: string;
  readonly room: string;
  readonly from: 'customer' | 'staff' | 'bot';
  /** Name of the sender, as far as known. */
  readonly name: string;
  /** Message in the wallet's format: `message_type` and `payload`. */
  readonly content: unknown;
  readonly at: number;
}

/** A conversation of the support desk. */
export interface DeskRoomRecord {
  readonly room: string;
  readonly name: string;
  /** Address for answers. */
  readonly callbackUrl: string;
  /** The bot answers in this room. */
  readonly bot: boolean;
  readonly lastAt: number;
  /** The service that the room is spoken to through; left out: the house's protocol. */
  readonly service?: 'chatwoot' | 'line';
  /** For Chatwoot: who writes, and the conversation's number. */
  readonly sourceId?: string;
  readonly conversationId?: number;
  /** For LINE: the id of the newest message that was pushed into the chat. */
  readonly quoted?: string;
}

/** A person who writes to the support desk through Chatwoot. */
export interface ChatwootContactRecord {
  readonly sourceId: string;
  readonly id: number;
  readonly identifier: string | null;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
}

export interface Tables extends PaymentServiceTables {
  sms: SmsRecord;
  orders: OrderRecord;
  payments: PaymentRecord;
  payouts: PayoutRecord;
  bankTransfers: BankTransferRecord;
  walletTransfers: WalletTransferRecord;
  gifts: GiftRecord;
  players: PlayerRecord;
  transfers: TransferRecord;
  launches: LaunchRecord;
  siteSessions: SiteSessionRecord;
  providers: ProviderRecord;
  rounds: RoundRecord;
  deskMessages: DeskMessageRecord;
  deskRooms: DeskRoomRecord;
  callbacks: CallbackRecord;
  webhooks: WebhookRecord;
  chatwootContacts: ChatwootContactRecord;
}

export type TableName = keyof Tables;

export const TABLE_NAMES: readonly TableName[] = [
  'sms',
  'orders',
  'payments',
  'payouts',
  'bankTransfers',
  'walletTransfers',
  'gifts',
  'players',
  'transfers',
  'launches',
  'siteSessions',
  'providers',
  'rounds',
  'deskMessages',
  'deskRooms',
  'callbacks',
  'webhooks',
  'chatwootContacts',
  ...PAYMENT_SERVICE_TABLES,
];
