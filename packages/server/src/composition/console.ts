import cookie from '@fastify/cookie';
import { staffRoutes as calls } from '@krapao/contract/staff/routes';
import { staffSettings } from '@krapao/contract/staff/settings';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/open.ts';
import { createApp } from '../http/app.ts';
import { serveConsole } from '../http/console-site.ts';
import { DEFAULT_RULES } from '../http/security-headers.ts';
import { createStaffRouter, type StaffRouter, type StaffRouterParts } from '../http/staff-router.ts';
import { settingsInForce } from '../kernel/settings-in-force.ts';
import { trustProxyOf } from '../kernel/trust-proxy.ts';
import { FactorRemovals } from '../modules/factors/removal.ts';
import { staffFactorRoutes } from '../modules/factors/staff-routes.ts';
import { giftReviewRoutes } from '../modules/gifts/review-routes.ts';
import { GiftReviews } from '../modules/gifts/reviews.ts';
import { RejectedDesk } from '../modules/rejected-entries/desk.ts';
import { rejectedRoutes } from '../modules/rejected-entries/routes.ts';
import { RejectedEntries } from '../modules/rejected-entries/service.ts';
import { SlipDesk } from '../modules/slips/desk.ts';
import { staffSlipRoutes } from '../modules/slips/staff-routes.ts';
import { SuspenseEnds } from '../modules/suspense/ends.ts';
import { SameMoneyService } from '../modules/suspense/same-money.ts';
import { SuspenseDesk } from '../modules/suspense/desk.ts';
import { suspenseRoutes } from '../modules/suspense/routes.ts';
import { SuspenseService } from '../modules/suspense/service.ts';
import { tellQueueChanges } from '../modules/today/live.ts';
import { todayRoutes } from '../modules/today/routes.ts';
import { ManualReview } from '../modules/transfers/manual-review.ts';
import { ReviewDesk } from '../modules/transfers/review-desk.ts';
import { reviewRoutes } from '../modules/transfers/review-routes.ts';
import { Freezing } from '../modules/controls/freezing.ts';
import { Adjustments } from '../modules/members/adjustments.ts';
import { Corrections } from '../modules/members/corrections.ts';
import { memberRoutes } from '../modules/members/routes.ts';
import { MemberBonuses } from '../modules/members/bonuses.ts';
import { memberSectionRoutes } from '../modules/members/section-routes.ts';
import { Members } from '../modules/members/service.ts';
import { staffProtectionRoutes } from '../modules/protection/staff-routes.ts';
import { payoutReviewRoutes } from '../modules/payout-review/routes.ts';
import { PayoutReview } from '../modules/payout-review/service.ts';
import { Approvals } from '../modules/approvals/service.ts';
import { approvalRoutes } from '../modules/approvals/routes.ts';
import { DEMO_PASSWORD, DEMO_STAFF, StaffAccounts } from '../modules/staff/accounts.ts';
import { OwnSignIn } from '../modules/staff/own-sign-in.ts';
import { ownSignInRoutes } from '../modules/staff/own-sign-in-routes.ts';
import { Passkeys } from '../modules/staff/passkeys.ts';
import { SecondFactors } from '../modules/staff/second-factors.ts';
import { OwnRoles } from '../modules/staff/own-roles.ts';
import { StaffPeople } from '../modules/staff/people.ts';
import { peopleRoutes, roleRoutes, staffRoutes } from '../modules/staff/routes.ts';
import { LONGEST_SESSION_MS, StaffSessions } from '../modules/staff/sessions.ts';
import { actorOf, recordRefusal } from '../modules/staff-audit/service.ts';
import { exportRoutes } from '../modules/exports/routes.ts';
import { staffViewRoutes } from '../modules/staff/view-routes.ts';
import { staffAuditRoutes } from '../modules/staff-audit/routes.ts';
import { StatementDesk } from '../modules/statement-files/desk.ts';
import { statementRoutes } from '../modules/statement-files/routes.ts';
import { exportsOf } from './exports.ts';
import type { Dependencies } from './dependencies.ts';
import { composeRejectedRetries } from './rejected-retries.ts';
import type { Services } from './services.ts';
import { composeStatements } from './statements.ts';

/** The staff's half of a process: its own server on its own port. */
export interface Console {
  app: FastifyInstance;
  accounts: StaffAccounts;
  approvals: Approvals;
  /** Adds the staff of the demo, if there are no staff. */
  addDemoStaff: () => Promise<void>;
}

/** Composes the staff's calls. No staff call is on the players' port, and no player's call on this one. */
export async function composeConsole(
  dependencies: Dependencies,
  services: Pick<
    Services,
    | 'bonuses'
    | 'files'
    | 'hashing'
    | 'incoming'
    | 'ledger'
    | 'limiter'
    | 'messages'
    | 'passwordResets'
    | 'protection'
    | 'reconciler'
    | 'senders'
    | 'sessions'
  >,
): Promise<Console> {
  const { settings, database, secrets, clock, logger, metrics, circuits } = dependencies;
  const { hashing, limiter, ledger, reconciler } = services;
  const app = await createApp(logger, {
    metrics,
    trustProxy: trustProxyOf(settings.trustProxy),
    assertsErrors: settings.isDevelopment,
    rules: {
      ...DEFAULT_RULES,
      hstsDays: settings.hstsDays,
      hstsSubdomains: settings.hstsSubdomains,
      hasPasskeys: true,
    },
  });
  await app.register(cookie);
  await serveConsole(app, settings.consoleDir);
  const accounts = new StaffAccounts({ database, hashing, clock });
  const passkeys = new Passkeys({ database, clock });
  const factors = new SecondFactors({ database, hashing, secrets, limiter, passkeys, clock });
  const staffSessions = new StaffSessions({
    database,
    hashing,
    secrets,
    limiter,
    clock,
    factorIsRequired: settings.staffSecondFactor,
    isDemo: settings.sandboxUrl !== undefined,
  });
  const approvals = new Approvals({ database, clock });
  const review = new PayoutReview({ database, ledger, approvals, reconciler, clock });
  const router = createStaffRouter(app, {
    authenticate: (token) => staffSessions.authenticate(token),
    sessionMs: LONGEST_SESSION_MS,
    onRefused: recordRefused(database),
  });
  const { staffOidc, staffSecondFactor: factorIsRequired } = settings;
  if (staffOidc) {
    const ownSignIn = new OwnSignIn({ settings: staffOidc, secrets, clock, factorIsRequired });
    ownSignInRoutes(app, { ownSignIn, sessions: staffSessions });
  }
  const hasOwnSignIn = staffOidc !== undefined;
  staffRoutes(router, { sessions: staffSessions, accounts, factors, passkeys, hasOwnSignIn });
  const members = addMemberRoutes(router, dependencies, services, approvals);
  const { protection } = services;
  staffProtectionRoutes(router, { database, protection, content: dependencies.content, clock });
  todayRoutes(router, { database, clock, leftAlone: () => circuits.open });
  tellQueueChanges(app, { database, logger, authenticate: (token) => staffSessions.look(token) });
  addIncomingRoutes(router, dependencies, services, approvals);
  const reviews = new ManualReview({ database, ledger });
  reviewRoutes(router, new ReviewDesk({ database, reviews, approvals }));
  payoutReviewRoutes(router, review);
  addControlRoutes(router, dependencies, { approvals, members, review });
  const forgotten = Object.keys(calls).filter((key) => !router.added.has(key));
  if (forgotten.length > 0) throw new Error(`staff calls without a handler: ${forgotten.join(', ')}`);
  return {
    app,
    accounts,
    approvals,
    addDemoStaff: async () => {
      if (await accounts.isEmpty()) await accounts.addDemo(DEMO_STAFF, DEMO_PASSWORD);
    },
  };
}

/** Returns what records a call that was tried in vain, unless its own module has recorded it. */
const recordRefused =
  (database: Database): StaffRouterParts['onRefused'] =>
  (staff, request, error) =>
    recordRefusal(database, { actor: actorOf(staff, request), action: 'call', subject: request.key }, error);

/** Adds the calls about members. @returns the members, for exports */
function addMemberRoutes(
  router: StaffRouter,
  { database, content, clock }: Dependencies,
  {
    bonuses,
    ledger,
    messages,
    passwordResets,
    sessions,
  }: Pick<Services, 'bonuses' | 'ledger' | 'messages' | 'passwordResets' | 'sessions'>,
  approvals: Approvals,
): Members {
  const freezing = new Freezing(database);
  const members = new Members({
    database,
    freeze: (...asked) => freezing.setOf(...asked),
    sessions,
    resets: passwordResets,
    clock,
  });
  memberRoutes(router, {
    members,
    adjustments: new Adjustments({ database, ledger, content, approvals }),
    corrections: new Corrections({ database, content, approvals, messages }),
  });
  staffFactorRoutes(router, new FactorRemovals({ database, approvals, sessions, messages }));
  memberSectionRoutes(router, { database, clock, bonuses: new MemberBonuses({ database, bonuses }) });
  return members;
}

/** Adds the calls of Control: approvals, staff, roles, the record, exports, settings; and kept views. */
function addControlRoutes(
  router: StaffRouter,
  { database, clock, settings }: Dependencies,
  lists: { approvals: Approvals; members: Members; review: PayoutReview },
): void {
  const { approvals } = lists;
  peopleRoutes(router, new StaffPeople({ database, approvals }));
  roleRoutes(router, new OwnRoles({ database, approvals }));
  approvalRoutes(router, approvals);
  staffAuditRoutes(router, database);
  staffViewRoutes(router, database);
  exportRoutes(router, exportsOf({ database, clock, ...lists }));
  const inForce = { items: settingsInForce(settings), next: null };
  router.add(staffSettings['GET /staff/api/settings'], () => Promise.resolve(inForce));
}

/** Adds the calls about incoming money that waits for a person. */
function addIncomingRoutes(
  router: StaffRouter,
  dependencies: Dependencies,
  { files, incoming, ledger, senders }: Pick<Services, 'files' | 'incoming' | 'ledger' | 'senders'>,
  approvals: Approvals,
): void {
  const { database, content, clock } = dependencies;
  const suspense = new SuspenseService({ database, ledger });
  const ends = new SuspenseEnds({ ledger, suspense, sameMoney: new SameMoneyService({ database, ledger }) });
  suspenseRoutes(router, new SuspenseDesk({ database, suspense, ends, content, approvals }));
  const desk = new SlipDesk({ database, content, incoming, approvals, clock });
  staffSlipRoutes(router, { database, content, approvals, files, desk });
  giftReviewRoutes(router, new GiftReviews(database));
  const statements = composeStatements({ database, content }, { incoming, senders });
  statementRoutes(router, new StatementDesk({ database, clock, files: statements, approvals }));
  const retries = composeRejectedRetries(dependencies);
  rejectedRoutes(router, new RejectedDesk({ entries: new RejectedEntries(database), retries }));
}
