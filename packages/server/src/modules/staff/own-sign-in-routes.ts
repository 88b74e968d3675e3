import type { FastifyInstance } from 'fastify';
import { callerOf } from '../../http/caller.ts';
import { setStaffCookie } from '../../http/staff-router.ts';
import { StaffError } from '../../kernel/staff-error.ts';
import { OWN_SIGN_IN, OWN_SIGN_IN_MS, type OwnSignIn } from './own-sign-in.ts';
import { LONGEST_SESSION_MS, type StaffSessions } from './sessions.ts';

const COOKIE = 'krapao_oidc';

/**
 * The two addresses that a browser visits to sign in at the operator's own provider. They answer with redirects, and so
 * are no calls of the contract. A failed sign-in ends at the console's page with its code.
 */
export function ownSignInRoutes(
  app: FastifyInstance,
  { ownSignIn, sessions }: { ownSignIn: OwnSignIn; sessions: StaffSessions },
): void {
  app.get(OWN_SIGN_IN.begin, { schema: { hide: true } }, async (request, reply) => {
    const { address, stay } = await ownSignIn.begin(`${request.protocol}://${request.host}`);
    const secure = request.protocol === 'https';
    // The provider sends the browser back from another site: a strict cookie would not come along.
    const options = { path: '/staff/api/oidc', httpOnly: true, sameSite: 'lax', secure } as const;
    reply.setCookie(COOKIE, stay, { ...options, maxAge: OWN_SIGN_IN_MS / 1_000 });
    return reply.header('cache-control', 'no-store').redirect(address);
  });

  app.get(OWN_SIGN_IN.end, { schema: { hide: true } }, async (request, reply) => {
    const stay = request.cookies[COOKIE] ?? '';
    reply.clearCookie(COOKIE, { path: '/staff/api/oidc' }).header('cache-control', 'no-store');
    const given = {
      caller: callerOf(request),
      userAgent: request.headers['user-agent'] ?? '',
      requestId: request.id,
    };
    try {
      const address = new URL(request.url, `${request.protocol}://${request.host}`);
      const { token } = await sessions.signInByProvider(given, () => ownSignIn.end(address, stay));
      setStaffCookie(request, reply, token, LONGEST_SESSION_MS);
      return await reply.redirect('/');
    } catch (error) {
      if (!(error instanceof StaffError)) throw error;
      return reply.redirect(`/?error=${error.code}`);
    }
  });
}
