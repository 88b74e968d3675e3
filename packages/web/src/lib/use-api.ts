import type { ResponseBody, RouteKey } from '@krapao/contract/routes';
import useSWR, { mutate, SWRConfig, useSWRConfig, type SWRConfiguration, type SWRResponse } from 'swr';
import { ApiError, errorText } from './api-error.ts';
import { call, type CallArguments, type CallInput, type LooseInput } from './http.ts';
import { useLocale } from './i18n/i18n.ts';
import type { Locale } from './i18n/locale.ts';
import { isKept, keepReply, keptReply } from './kept.ts';
import { traitsOf } from './read-traits.ts';
import { getSessionNo, getToken, onSessionEnd, useToken } from './session-token.ts';

const MAX_READ_RETRIES = 3;

/** Reads are retried only where a retry may help: no answer, or a server fault. */
Object.assign(SWRConfig.defaultValue, {
  shouldRetryOnError: (error: unknown) =>
    !(error instanceof ApiError) || error.status === 0 || error.status >= 500,
  errorRetryCount: MAX_READ_RETRIES,
  onError: (error: unknown, key: string) => console.warn('load failed', key, errorText(error)),
});

type ApiKey = readonly [
  route: RouteKey,
  sessionNo: number,
  language: Locale | '',
  params: unknown,
  body: unknown,
];

/** Content of the operator, the same for all. */
const isContent = (route: RouteKey) => route.includes('/lookup/');

/** True for routes answered without a session. After a log-out the page requests no others. */
const isForAll = (route: RouteKey) => {
  const { isForAll: isAnsweredToAll, isMembersOnly } = traitsOf(route);
  return isContent(route) ? !isMembersOnly : Boolean(isAnsweredToAll);
};

/** The operator's texts depend on the language; a member's own figures do not. */
const isWorded = (route: RouteKey) => isContent(route) || traitsOf(route).isWorded;

/**
 * Reads from the API and keeps the answer fresh. Pass null in place of the route to wait. Answers are kept
 * per session, so no member sees another's data. Reading only: a GET that changes state goes through `call`.
 */
export function useApi<Key extends RouteKey>(
  route: Key | null,
  input?: CallInput<Key>,
  config?: SWRConfiguration<ResponseBody<Key>>,
): SWRResponse<ResponseBody<Key>> {
  const hasToken = useToken() !== null;
  const mayAsk = route !== null && (hasToken || isForAll(route));
  const locale = useLocale();
  const { params, body }: LooseInput = input ?? {};
  const sessionNo = getSessionNo();
  const key: ApiKey | null = mayAsk ? [route, sessionNo, isWorded(route) ? locale : '', params, body] : null;
  const keptRoute = route !== null && isKept(route, body) ? route : null;
  return useSWR<ResponseBody<Key>, unknown, ApiKey | null>(
    key,
    async () => {
      // The session may have ended since the page was drawn: the answer has no reader.
      if (route !== null && getToken() === null && !isForAll(route))
        return new Promise<never>(() => undefined);
      const reply = await call(route as Key, ...([input] as unknown as CallArguments<Key>));
      if (keptRoute) keepReply(keptRoute, reply, sessionNo);
      return reply;
    },
    {
      // After a change of language the old texts stay until the new ones are loaded.
      keepPreviousData: route !== null && isContent(route),
      // The member's kept reply stands in until there is an answer.
      ...(keptRoute && { fallbackData: keptReply(keptRoute) }),
      ...config,
    },
  );
}

/**
 * Returns a function that reloads everything loaded from a route, whatever its parameters. Never rejects, and
 * neither does a `mutate` without data: a failed load is the `error` of the hook that shows it.
 */
export function useReload(): (route: RouteKey) => Promise<void> {
  const { mutate } = useSWRConfig();
  return async (route) => {
    await mutate((key) => Array.isArray(key) && key[0] === route);
  };
}

/** Reloads everything loaded from some routes, from outside a component. Never rejects. */
export async function reloadRoutes(routes: readonly RouteKey[]): Promise<void> {
  await mutate((key) => Array.isArray(key) && routes.includes(key[0] as RouteKey));
}

/** Drops all loaded data of a member; public content stays. */
async function forgetLoaded(): Promise<void> {
  const isMembers = (key: unknown) => Array.isArray(key) && !String(key[0]).includes('/lookup/');
  await mutate(isMembers, undefined, { revalidate: false });
}

onSessionEnd(() => void forgetLoaded());
