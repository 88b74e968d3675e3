/** Calls as an independent client makes them: no signature, no schema, and the answer as it came. */

export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The body as JSON; its text where it is none. */
  readonly body: unknown;
}

export interface RawCall {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly form?: Record<string, string>;
  readonly json?: unknown;
}

export async function raw(
  url: string,
  { method, headers = {}, form, json }: RawCall = {},
): Promise<RawAnswer> {
  const body = form ? new URLSearchParams(form) : json === undefined ? undefined : JSON.stringify(json);
  const type: Record<string, string> = json === undefined ? {} : { 'content-type': 'application/json' };
  const answer = await fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...type, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  let read: unknown = text;
  try {
    read = JSON.parse(text);
  } catch {
    // Not JSON: the text itself.
  }
  return { status: answer.status, headers: answer.headers, body: read };
}

export const basic = (name: string, password: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
});
