/** The dialect of hashed forms: every call is a form to one address, every answer a code. */
import formbody from '@fastify/formbody';
import { toDecimal } from '@krapao/contract/money';
import { z } from 'zod';
import { amountText, isoTime, password, providerCode, reference, username } from '../http/fields.ts';
import { HttpError } from '../http/http-error.ts';
import type { App } from '../http/types.ts';
import { isFormSigned } from '../signature/form-hash.ts';
import type { TransferRecord } from '../store/records.ts';
import type { Launcher } from './launcher.ts';
import type { Players } from './players.ts';
import type { ProviderInfo, Providers } from './providers.ts';
import type { SiteAccess } from './site-access.ts';
import { pageSizeText, turnoverCursor } from './turnover-fields.ts';
import type { Turnover } from './turnover.ts';

/** Codes in the answers. */
export const CODES = {
  ok: 0,
  exists: 10,
  no_player: 11,
  insufficient_funds: 12,
  wrong_password: 13,
  reference_conflict: 14,
  not_found: 15,
  no_launch: 16,
  maintenance: 90,
  bad_sign: 91,
  bad_request: 92,
} as const;
type CodeName = keyof typeof CODES;

const answer = (name: CodeName, data: object = {}) => ({ code: CODES[name], message: name, ...data });
type Answer = ReturnType<typeof answer>;

export interface HashedFormDeps {
  readonly providers: Providers;
  readonly players: Players;
  readonly access: SiteAccess;
  readonly launcher: Launcher;
  readonly turnover: Turnover;
  readonly secret: string;
  readonly now: () => number;
}

type Action = (deps: HashedFormDeps, info: ProviderInfo, fields: Record<string, string>) => Answer;

/** Returns an action that takes the fields of its schema and ignores other signed fields. */
const action =
  <T extends z.ZodType>(
    schema: T,
    run: (deps: HashedFormDeps, info: ProviderInfo, fields: z.output<T>) => Answer,
  ): Action =>
  (deps, info, fields) => {
    const read = schema.safeParse(fields);
    return read.success ? run(deps, info, read.data) : answer('bad_request');
  };

const transferView = (transfer: TransferRecord) => ({
  reference: transfer.reference,
  username: transfer.username,
  type: transfer.type,
  amount: toDecimal(transfer.amountMinor),
  status: transfer.status,
  ...(transfer.reason ? { reason: CODES[transfer.reason] } : {}),
  at: new Date(transfer.at).toISOString(),
});

const credentials = z.object({ username, password });
const onePlayer = z.object({ username });

const ACTIONS: Readonly<Record<string, Action>> = {
  create: action(credentials, ({ players }, { code }, fields) =>
    answer(players.create(code, fields.username, fields.password) === 'exists' ? 'exists' : 'ok'),
  ),

  password: action(credentials, ({ players }, { code }, fields) => {
    players.setPassword(code, fields.username, fields.password);
    return answer('ok');
  }),

  balance: action(onePlayer, ({ players }, { code }, fields) =>
    answer('ok', { balance: toDecimal(players.get(code, fields.username).balanceMinor) }),
  ),

  transfer: action(
    z.object({ reference, username, type: z.enum(['deposit', 'withdraw']), amount: amountText }),
    ({ players }, { code }, fields) => {
      const { reason, balanceMinor } = players.transfer(code, fields);
      if (reason !== null || balanceMinor === null) return answer(reason ?? 'bad_request');
      return answer('ok', { balance: toDecimal(balanceMinor) });
    },
  ),

  lookup: action(z.object({ reference }), ({ players }, { code }, fields) =>
    answer('ok', transferView(players.findTransfer(code, fields.reference))),
  ),

  transfers: action(
    z.object({ username, since: isoTime.optional() }),
    ({ players }, { code }, { username: name, since = 0 }) => {
      const transfers = players.transfersOf(code, name).filter(({ at }) => at >= since);
      return answer('ok', { transfers: transfers.map(transferView) });
    },
  ),

  turnover: action(
    z.object({ after: turnoverCursor, limit: pageSizeText }),
    ({ turnover }, { code }, { after, limit }) => answer('ok', turnover.page(code, after, limit)),
  ),

  logout: action(onePlayer, ({ access }, { code }, fields) => {
    access.signOutPlayer(code, fields.username);
    return answer('ok');
  }),

  launch: action(
    z.object({ username, lang: z.enum(['th', 'la', 'en']), password: password.optional() }),
    ({ launcher }, info, fields) => answer('ok', { url: launcher.url(info, fields) }),
  ),

  health: action(z.object({}), () => answer('ok', { status: 'up' })),
};

const isCodeName = (name: string): name is CodeName => Object.hasOwn(CODES, name);

function act(deps: HashedFormDeps, info: ProviderInfo, fields: Record<string, string>): Answer {
  if (!isFormSigned(fields, deps.secret, deps.now())) return answer('bad_sign');
  if (deps.players.inMaintenance(info.code)) return answer('maintenance');
  const name = fields['action'] ?? '';
  const run = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  try {
    return run ? run(deps, info, fields) : answer('bad_request');
  } catch (error) {
    if (error instanceof HttpError && isCodeName(error.code)) return answer(error.code);
    throw error;
  }
}

/** A form in which each field occurs once; any other form cannot have a valid signature. */
const formBody = z.record(z.string(), z.string()).catch({});

export function hashedFormRoutes(app: App, deps: HashedFormDeps): void {
  app.register(formbody);
  app.post(
    '/provider/:code/api',
    { schema: { params: z.object({ code: providerCode }), body: formBody } },
    async ({ params, body }) => act(deps, deps.providers.speaking(params.code, ['hashed-form']), body),
  );
}
