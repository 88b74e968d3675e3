import cookie from '@fastify/cookie';
import { staffRoutes as calls } from '@krapao/contract/staff/routes';
import type { FastifyInstance } from 'fastify';
import { answerError } from '../http/answer-error.ts';
import { createApp } from '../http/app.ts';
import { createStaffRouter } from '../http/staff-router.ts';
import { StaffError } from '../kernel/staff-error.ts';
import { trustProxyOf } from '../kernel/trust-proxy.ts';
import { Approvals } from '../modules/approvals/service.ts';
import { approvalRoutes } from '../modules/approvals/routes.ts';
import { StaffAccounts } from '../modules/staff/accounts.ts';
import { SecondFactors } from '../modules/staff/second-factors.ts';
import { staffRoutes } from '../modules/staff/routes.ts';
import { LONGEST_SESSION_MS, StaffSessions } from '../modules/staff/sessions.ts';
import { actorOf, recordAct } from '../modules/staff-audit/service.ts';
import { staffAuditRoutes } from '../modules/staff-audit/routes.ts';
import type { Dependencies } from './dependencies.ts';
import type { Services } from './services.ts';

/** The staff's half of a process: its own server on its own port. */
export interface Console {
  app: FastifyInstance;
  accounts: StaffAccounts;
  approvals: Approvals;
}

/** Composes the staff's calls. No staff call is on the players' port, and no player's call on this one. */
export async function composeConsole(
  dependencies: Dependencies,
  { hashing, limiter }: Pick<Services, 'hashing' | 'limiter'>,
): Promise<Console> {
  const { settings, database, secrets, clock, logger, metrics } = dependencies;
  const app = await createApp(logger, {
    metrics,
    trustProxy: trustProxyOf(settings.trustProxy),
    assertsErrors: settings.isDevelopment,
  });
  await app.register(cookie);
  app.setNotFoundHandler((request, reply) => answerError(new StaffError('NO_DATA'), request, reply));
  const accounts = new StaffAccounts({ database, hashing, clock });
  const factors = new SecondFactors({ database, hashing, secrets, limiter, clock });
  const sessions = new StaffSessions({
    database,
    hashing,
    secrets,
    limiter,
    clock,
    factorIsRequired: settings.staffSecondFactor,
  });
  const approvals = new Approvals({ database, clock });
  const router = createStaffRouter(app, {
    authenticate: (token) => sessions.authenticate(token),
    sessionMs: LONGEST_SESSION_MS,
    onForbidden: (staff, request) =>
      database.transaction((tx) =>
        recordAct(tx, {
          actor: actorOf(staff, request),
          action: 'call',
          subject: request.key,
          outcome: 'refused',
          reason: 'FORBIDDEN',
        }),
      ),
  });
  staffRoutes(router, { sessions, accounts, factors });
  approvalRoutes(router, approvals);
  staffAuditRoutes(router, database);
  const forgotten = Object.keys(calls).filter((key) => !router.added.has(key));
  if (forgotten.length > 0) throw new Error(`staff calls without a handler: ${forgotten.join(', ')}`);
  return { app, accounts, approvals };
}
