/** Vocabulary of decisions. Amounts are baht; members and servers are numbered from 0. */

export const QR_PROVIDERS = ['KBANK', 'WW', 'PAYTIMZ', 'PAYONEX', 'FP'] as const;
export type QrProvider = (typeof QR_PROVIDERS)[number];

/**
 * The games of the simulated operator. PG speaks PG Soft's protocol, and PG2 the house's, at one provider. JOKER,
 * SEXYGAME and BETFLIX speak those of their services, UFABET and IMI other protocols of the house.
 */
export const GAMES = ['PG', 'PG2', 'JOKER', 'SEXYGAME', 'BETFLIX', 'UFABET', 'IMI'] as const;
export type Game = (typeof GAMES)[number];

/** Games without references: a transfer without an answer is left to a person. */
export const BY_BALANCE: readonly Game[] = ['BETFLIX', 'IMI'];

/** Games whose services do not know a refused transfer afterwards. */
export const NO_RECORD_OF_REFUSALS: readonly Game[] = ['PG', 'JOKER'];

/** Returns the provider of a game in the sandbox. */
export const providerOf = (game: string): string => (game === 'PG2' ? 'PG' : game);

export type Side = 'WALLET' | Game;

/** Names as people have them, and as attackers use them. */
export const STRANGERS = [
  'NOBODY KNOWN',
  'นายไม่มี ใครรู้จัก',
  `'; drop table member; --`,
  'NUL\u0000AND HALF\ud83d',
] as const;

export const FAULT_PORTS = ['gateway', 'provider', 'bank', 'feed', 'gift', 'ewallet', 'slip'] as const;
export const FAULT_KINDS = [
  'timeout_after_commit',
  'timeout_before_commit',
  'http_500',
  'duplicate',
  'reorder',
  'slow_ms',
  'html',
  'extra',
  'in_progress',
  'quota',
] as const;

/** Faults that some ports alone have. */
export const PORTS_OF_FAULT: Partial<Record<(typeof FAULT_KINDS)[number], readonly FaultPort[]>> = {
  in_progress: ['provider'],
  quota: ['slip', 'gateway:payonex'],
};
export type FaultPort = (typeof FAULT_PORTS)[number] | 'gateway:payonex';

/** Errors that services document, which end a call before its work: expired tokens, wrong keys, quotas. */
export const SERVICE_ERRORS = [
  { service: 'payonex', error: '40101' },
  { service: 'payonex', error: '40100' },
  { service: 'payonex', error: '42900' },
  { service: 'easyslip', error: 'INVALID_API_KEY' },
  { service: 'easyslip', error: 'QUOTA_EXCEEDED' },
] as const;

/** Callbacks of nobody: a service's that tells of a payment, and one of the house's with a wrong signature. */
export const FORGERIES = ['payonex', 'wrong_signature'] as const;

/**
 * Details of a press: its server, its number of simultaneous calls, and whether it is repeated when cut off.
 */
export interface Press {
  server: number;
  times: 1 | 2;
  retry: boolean;
}

export type Step =
  | {
      kind: 'qr';
      member: number;
      provider: QrProvider;
      amount: number;
      use: 'pay' | 'pay_other' | 'pay_twice' | 'cancel_then_pay' | 'replace_then_pay' | 'leave';
      other: number;
    }
  | {
      kind: 'bank';
      member: number;
      toAccountNo: string;
      amount: number;
      /**
       * `lookalike`: a stranger whose account shows the same digits as the member's. `other_script` and
       * `cut_name`: the member, under a name that no program may match to them.
       */
      from: 'own_account' | 'stranger' | 'lookalike' | 'other_script' | 'cut_name' | 'to_unknown_account';
      /** Name of the stranger. */
      stranger: string;
    }
  | {
      kind: 'slip';
      member: number;
      amount: number;
      by: 'sender' | 'somebody_else' | 'both';
      /** Channel that reports the transfer first. */
      first: 'slip' | 'feed' | 'either';
      other: number;
    }
  | {
      kind: 'gift';
      member: number;
      amount: number;
      people: number;
      link: 'fresh' | 'two_at_once' | 'used' | 'expired' | 'nonsense';
      other: number;
    }
  | {
      kind: 'ewallet';
      member: number;
      amount: number;
      from: 'own_phone' | 'stranger' | 'below_minimum' | 'to_gift_wallet';
    }
  | { kind: 'move'; member: number; from: Side; to: Side; amount: number }
  | { kind: 'moveAll'; member: number; to: Game }
  | { kind: 'collect'; member: number }
  | { kind: 'play'; member: number; game: Game; bet: number; win: number; rounds: number }
  | { kind: 'withdraw'; member: number; amount: number }
  | { kind: 'withdrawAll'; member: number }
  | { kind: 'cancel'; member: number }
  | { kind: 'takeBonus'; member: number }
  | { kind: 'endBonus'; member: number }
  | { kind: 'payouts'; result: 'done' | 'refused'; count: number }
  | { kind: 'read'; member: number; what: 'wallet' | 'statement' | 'receipt' | 'games' | 'qr' | 'slips' };

export type Trouble =
  | {
      kind: 'fault';
      port: FaultPort;
      fault: (typeof FAULT_KINDS)[number];
      rate: number;
      ms: number;
    }
  | { kind: 'serviceError'; service: string; error: string; times: number }
  | { kind: 'forge'; server: number; way: (typeof FORGERIES)[number] }
  | { kind: 'heal' }
  | { kind: 'kill'; server: number };

/** Switches by which staff stop money for all members. */
export const SWITCHES = ['payouts', 'deposits', 'game_credit'] as const;
export type Switch = (typeof SWITCHES)[number];

/**
 * Staff actions. A resulting state lasts `ms` milliseconds and is then reverted: a member is frozen, a switch
 * is off, a provider is off, the site is closed.
 */
export type Act =
  | { kind: 'freeze'; member: number; ms: number }
  | { kind: 'stop'; control: Switch; ms: number }
  | { kind: 'providerOff'; member: number; ms: number }
  | { kind: 'close'; ms: number }
  /** Assigns a deposit in suspense to its member. */
  | { kind: 'assign' }
  /** Decides the payouts and the transfers under review. */
  | { kind: 'review' }
  /** All servers crash, and restart on a copy of their database. */
  | { kind: 'restore' };

export type Decision = ((Step & { press: Press }) | Trouble | Act) & { no: number };
