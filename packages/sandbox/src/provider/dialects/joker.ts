/**
 * Emulates Joker (JOKER, JOKER2, SLOTXO): one address, a method by name, a signature over the fields in the
 * query, refusals by HTTP status with a `Message`. A reference serves once: the same one again is refused.
 */
import { toWire, minor, ZERO } from '@krapao/contract/money';
import { createHmac } from 'node:crypto';
import { localText, parseLocal } from './clock.ts';
import {
  isName,
  isSame,
  langOf,
  ok,
  readAmount,
  serviceScope,
  type Answer,
  type ServiceCall,
  type ServiceDeps,
} from './service.ts';
import { movedBy, type Result } from './transfers.ts';

export const APP_ID = 'KRPO';
/** Assumed: the service's documents that were seen name no time zone. */
const OFFSET_HOURS = 8;
const MAX_SKEW_S = 5 * 60;
const PAGE_SIZE = 100;
const MAX_REFERENCE = 50;
const GAMES = [{ GameType: 'Slot', GameCode: 'krapaoreels', GameName: 'Lucky Reels' }];

const refusal = (status: number, Message: string): Answer => ({ status, body: { Message } });
const noPlayer = (): Answer => refusal(404, 'Invalid username');

/** Base64 of the HMAC-SHA1 of `key=value&…`, sorted by key, values as they are. */
export function jokerSignature(fields: Readonly<Record<string, string>>, secret: string): string {
  const text = Object.keys(fields)
    .sort()
    .map((key) => `${key}=${fields[key]}`)
    .join('&');
  return createHmac('sha1', secret).update(text).digest('base64');
}

type Method = (deps: ServiceDeps, call: ServiceCall) => Answer;

/** Runs a method of a known player. */
const ofPlayer =
  (run: (deps: ServiceDeps, call: ServiceCall, username: string) => Answer): Method =>
  (deps, call) => {
    const { Username = '' } = call.fields;
    return deps.players.find(call.info.code, Username) ? run(deps, call, Username) : noPlayer();
  };

const credit = ({ players }: ServiceDeps, { info }: ServiceCall, username: string): number =>
  toWire(players.get(info.code, username).balanceMinor);

const METHODS: Readonly<Record<string, Method>> = {
  CU: ({ players }, { info, fields }) => {
    const { Username } = fields;
    if (!isName(Username)) return refusal(400, 'Invalid username');
    // A player without a password cannot log in at the site; SP gives one.
    const isNew = players.create(info.code, Username, crypto.randomUUID()) === 'created';
    return isNew ? { status: 201, body: { Status: 'Created' } } : ok({ Status: 'OK' });
  },

  SP: ofPlayer(({ players }, { info, fields }, username) => {
    if (!fields['Password']) return refusal(400, 'Invalid password');
    players.setPassword(info.code, username, fields['Password']);
    return ok({ Status: 'OK' });
  }),

  GC: ofPlayer((deps, call, username) =>
    ok({ Username: username, Credit: credit(deps, call, username), OutstandingCredit: 0 }),
  ),

  TC: ofPlayer((deps, { info, fields }, username) => {
    const amount = readAmount(fields['Amount']);
    if (amount === null) return refusal(400, 'Invalid amount');
    const { RequestID = '' } = fields;
    if (RequestID === '' || RequestID.length > MAX_REFERENCE) return refusal(400, 'Invalid RequestID');
    const transfer = {
      reference: RequestID,
      username,
      type: amount > 0n ? ('deposit' as const) : ('withdraw' as const),
      amount: amount > 0n ? amount : minor(-amount),
    };
    return moved(deps.transfers.move(info.code, transfer, { keepsRefusals: false }), username);
  }),

  TCH: ({ transfers }, { info, fields }) => {
    const known = transfers.find(info.code, fields['RequestID'] ?? '');
    const done = known === null || known === 'in_progress' ? null : movedBy(known);
    if (done === null || known === null || known === 'in_progress') return refusal(404, 'Not found');
    return ok({
      RequestID: known.reference,
      Username: known.username,
      Amount: toWire(known.type === 'deposit' ? done.amount : minor(-done.amount)),
      Time: timeText(done.at),
    });
  },

  WAC: ofPlayer((deps, { info, fields }, username) => {
    const { RequestID = '' } = fields;
    if (RequestID === '' || RequestID.length > MAX_REFERENCE) return refusal(400, 'Invalid RequestID');
    const amount = deps.players.get(info.code, username).balanceMinor;
    const transfer = { reference: RequestID, username, type: 'withdraw' as const, amount };
    if (amount === ZERO) return ok({ RequestID, Username: username, Success: true, Amount: 0 });
    const result = deps.transfers.move(info.code, transfer, { keepsRefusals: false });
    const answer = moved(result, username);
    return { ...answer, body: { ...answer.body, Success: answer.status === 200, Amount: toWire(amount) } };
  }),

  SO: ofPlayer(({ access }, { info }, username) => {
    access.signOutPlayer(info.code, username);
    return ok({ Status: 'OK' });
  }),

  PLAY: ofPlayer(({ launcher }, { info, fields }, username) =>
    ok({ Username: username, Token: launcher.token(info, { username, lang: langOf(fields['Lang']) }) }),
  ),

  TS: report,
  TSM: report,

  ListGames: () => ok({ ListGames: GAMES }),
};

const timeText = (atMs: number): string => localText(atMs, OFFSET_HOURS);

function moved(result: Result, username: string): Answer {
  switch (result.outcome) {
    case 'done':
      return ok({
        RequestID: result.id,
        Username: username,
        Credit: toWire(result.after),
        BeforeCredit: toWire(result.before),
        OutstandingCredit: 0,
        Time: timeText(result.at),
      });
    case 'refused':
      return result.reason === 'no_player' ? noPlayer() : refusal(400, 'Insufficient credit');
    case 'in_progress':
      return refusal(400, 'The request is being processed');
    case 'repeated':
    case 'conflict':
      return refusal(400, 'Duplicate RequestID');
  }
}

/** Rounds between two minutes, both included, page by page: `NextId` is the place of the next one. */
function report({ turnover }: ServiceDeps, { info, fields }: ServiceCall): Answer {
  const from = parseLocal(fields['StartDate'], OFFSET_HOURS);
  const to = parseLocal(fields['EndDate'], OFFSET_HOURS);
  const next = fields['NextId'] ?? '';
  if (from === null || to === null || !/^\d{0,15}$/.test(next)) return refusal(400, 'Invalid date');
  const rows: object[] = [];
  let nextId = '';
  for (const round of turnover.rounds(info.code, Number(next || 1))) {
    if (round.at < from || round.at >= to + 60_000) continue;
    if (rows.length === PAGE_SIZE) {
      nextId = String(round.place);
      break;
    }
    rows.push({
      OCode: round.id,
      Username: round.username,
      GameCode: GAMES[0]?.GameCode,
      Description: round.game,
      Type: 'Normal',
      Amount: toWire(round.betMinor),
      Result: toWire(round.winMinor),
      Time: timeText(round.at),
    });
  }
  return ok({ data: { Game: rows, Jackpot: [], Competition: [] }, nextId, games: GAMES });
}

/** The fields that are signed: those of the body. */
function signedFields({ request }: ServiceCall): Record<string, string> {
  const body = (request.body ?? {}) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, String(value)]));
}

function authorise(call: ServiceCall, { secret, now }: ServiceDeps): Answer | null {
  const { AppID, Signature } = call.request.query as Record<string, string | undefined>;
  if (!isSame(AppID, APP_ID)) return refusal(403, 'Invalid AppID');
  if (!isSame(Signature, jokerSignature(signedFields(call), secret)))
    return refusal(403, 'Invalid signature');
  const { Timestamp = '' } = call.fields;
  const isFresh = /^\d{1,12}$/.test(Timestamp) && Math.abs(now() / 1000 - Number(Timestamp)) <= MAX_SKEW_S;
  return isFresh ? null : refusal(400, 'Expired Timestamp');
}

export function jokerRoutes(app: Parameters<typeof serviceScope>[0], deps: ServiceDeps): void {
  const rules = {
    service: 'joker',
    deps,
    authorise: (call: ServiceCall) => authorise(call, deps),
    maintenance: () => refusal(503, 'System is under maintenance'),
    faults: {
      failure: { Message: 'Internal server error' },
      refusal: { status: 400, body: { Message: 'Transfer is not allowed' } },
    },
  } as const;
  serviceScope(app, rules, (add) => {
    add('POST', '', (call) => {
      const { Method: name = '' } = call.fields;
      const run = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
      return run ? run(deps, call) : refusal(400, 'Invalid method');
    });
  });
}
