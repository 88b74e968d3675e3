import type { ResponseBody, RouteKey } from '@krapao/contract/routes';
import useSWR, { useSWRConfig, type SWRConfiguration, type SWRResponse } from 'swr';
import { call, type CallArguments, type CallInput, type LooseInput } from './http.ts';
import { getSessionNo, useToken } from './session-token.ts';

type ApiKey = readonly [route: RouteKey, sessionNo: number, params: unknown, body: unknown];

/**
 * Reads from the API and keeps the answer fresh. Pass null in place of the route to wait.
 * Answers are kept per session, so one member never sees what another one loaded.
 * Reading only: a GET that changes state goes through `call`.
 */
export function useApi<Key extends RouteKey>(
  route: Key | null,
  input?: CallInput<Key>,
  config?: SWRConfiguration<ResponseBody<Key>>,
): SWRResponse<ResponseBody<Key>> {
  useToken();
  const { params, body }: LooseInput = input ?? {};
  const key: ApiKey | null = route === null ? null : [route, getSessionNo(), params, body];
  return useSWR<ResponseBody<Key>, unknown, ApiKey | null>(
    key,
    () => call(route as Key, ...([input] as unknown as CallArguments<Key>)),
    config,
  );
}

/** A function that reloads everything loaded from a route, whatever its parameters. */
export function useReload(): (route: RouteKey) => Promise<void> {
  const { mutate } = useSWRConfig();
  return async (route) => {
    await mutate((key) => Array.isArray(key) && key[0] === route);
  };
}
