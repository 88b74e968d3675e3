import type { StaffRouteKey } from '@krapao/contract/staff/routes';
import { STOPPED_LISTS } from '@krapao/contract/staff/protection';
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { lazy, Suspense, type FunctionComponent } from 'react';
import { useMay } from '../lib/session.ts';
import { APPROVAL_VIEWS, type ApprovalView, type AuditSearch } from '../rooms/control/control-search.ts';
import { INCOMING_TABS, SLIP_STATES, type IncomingSearch } from '../rooms/incoming/incoming-tabs.ts';
import { MEMBER_TABS, type MemberTab } from '../rooms/members/member-tabs.ts';
import { PAYOUT_VIEWS, type PayoutsSearch } from '../rooms/payouts/payouts-search.ts';
import { Loading } from '../ui/states.tsx';
import { ForbiddenPage } from './forbidden-page.tsx';
import { Frame } from './frame.tsx';
import { NotFound } from './not-found.tsx';
import { dayOf, oneOf, readSearch, textOf, writeSearch } from '../lib/search.ts';

/** A page that is loaded when it is opened, by those who may make its call; others are told, and nothing is called. */
function page(call: StaffRouteKey, load: () => Promise<FunctionComponent>): FunctionComponent {
  const Content = lazy(async () => ({ default: await load() }));
  return function GatedPage() {
    const may = useMay();
    if (!may(call)) return <ForbiddenPage />;
    return (
      <Suspense fallback={<Loading />}>
        <Content />
      </Suspense>
    );
  };
}

const root = createRootRoute({ component: Frame, notFoundComponent: NotFound });
const getParentRoute = () => root;

const today = createRoute({
  getParentRoute,
  path: '/',
  component: page(
    'GET /staff/api/today',
    async () => (await import('../rooms/today/today-page.tsx')).TodayPage,
  ),
});
const members = createRoute({
  getParentRoute,
  path: '/members',
  validateSearch: (raw: Record<string, unknown>): { q?: string | undefined } => ({ q: textOf(raw['q']) }),
  component: page(
    'GET /staff/api/members',
    async () => (await import('../rooms/members/members-page.tsx')).MembersPage,
  ),
});
const member = createRoute({
  getParentRoute,
  path: '/members/$id',
  validateSearch: (raw: Record<string, unknown>): { tab?: MemberTab | undefined } => ({
    tab: oneOf(MEMBER_TABS, raw['tab']),
  }),
  component: page(
    'GET /staff/api/members/:id',
    async () => (await import('../rooms/members/member-page.tsx')).MemberPage,
  ),
});
const payouts = createRoute({
  getParentRoute,
  path: '/payouts',
  validateSearch: (raw: Record<string, unknown>): PayoutsSearch => ({
    state: oneOf(PAYOUT_VIEWS, raw['state']),
    open: textOf(raw['open']),
  }),
  component: page(
    'GET /staff/api/payouts',
    async () => (await import('../rooms/payouts/payouts-page.tsx')).PayoutsPage,
  ),
});
const incoming = createRoute({
  getParentRoute,
  path: '/incoming',
  validateSearch: (raw: Record<string, unknown>): IncomingSearch => ({
    tab: oneOf(INCOMING_TABS, raw['tab']),
    slips: oneOf(SLIP_STATES, raw['slips']),
  }),
  component: page(
    'GET /staff/api/suspense',
    async () => (await import('../rooms/incoming/incoming-page.tsx')).IncomingPage,
  ),
});
const slip = createRoute({
  getParentRoute,
  path: '/incoming/slips/$id',
  component: page(
    'GET /staff/api/slips/:id',
    async () => (await import('../rooms/incoming/slip-page.tsx')).SlipPage,
  ),
});
const reviews = createRoute({
  getParentRoute,
  path: '/reviews',
  component: page(
    'GET /staff/api/reviews',
    async () => (await import('../rooms/reviews/reviews-page.tsx')).ReviewsPage,
  ),
});
const protection = createRoute({
  getParentRoute,
  path: '/protection',
  validateSearch: (raw: Record<string, unknown>): { list?: (typeof STOPPED_LISTS)[number] | undefined } => ({
    list: oneOf(STOPPED_LISTS, raw['list']),
  }),
  component: page(
    'GET /staff/api/protection/stopped',
    async () => (await import('../rooms/protection/protection-page.tsx')).ProtectionPage,
  ),
});
const approvals = createRoute({
  getParentRoute,
  path: '/approvals',
  validateSearch: (raw: Record<string, unknown>): { state?: ApprovalView | undefined } => ({
    state: oneOf(APPROVAL_VIEWS, raw['state']),
  }),
  component: page(
    'GET /staff/api/approvals',
    async () => (await import('../rooms/control/approvals-page.tsx')).ApprovalsPage,
  ),
});
const audit = createRoute({
  getParentRoute,
  path: '/audit',
  validateSearch: (raw: Record<string, unknown>): AuditSearch => ({
    subject: textOf(raw['subject']),
    actor: textOf(raw['actor']),
    action: textOf(raw['action']),
    from: dayOf(raw['from']),
    to: dayOf(raw['to']),
  }),
  component: page(
    'GET /staff/api/audit',
    async () => (await import('../rooms/control/audit-page.tsx')).AuditPage,
  ),
});
const people = createRoute({
  getParentRoute,
  path: '/people',
  validateSearch: (raw: Record<string, unknown>): { role?: string | undefined } => ({
    role: textOf(raw['role']),
  }),
  component: page(
    'GET /staff/api/staff',
    async () => (await import('../rooms/people/people-page.tsx')).PeoplePage,
  ),
});
const exports = createRoute({
  getParentRoute,
  path: '/exports',
  component: page(
    'GET /staff/api/exports',
    async () => (await import('../rooms/control/exports-page.tsx')).ExportsPage,
  ),
});
const roles = createRoute({
  getParentRoute,
  path: '/roles',
  component: page(
    'GET /staff/api/roles',
    async () => (await import('../rooms/people/roles-page.tsx')).RolesPage,
  ),
});
const settings = createRoute({
  getParentRoute,
  path: '/settings',
  component: page(
    'GET /staff/api/settings',
    async () => (await import('../rooms/control/settings-page.tsx')).SettingsPage,
  ),
});
const factor = createRoute({
  getParentRoute,
  path: '/factor',
  component: page('POST /staff/api/totp', async () => (await import('./factor-page.tsx')).FactorPage),
});

const routeTree = root.addChildren([
  today,
  members,
  member,
  payouts,
  incoming,
  slip,
  reviews,
  protection,
  approvals,
  audit,
  exports,
  people,
  roles,
  settings,
  factor,
]);

export const router = createRouter({
  routeTree,
  parseSearch: readSearch,
  stringifySearch: writeSearch,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
