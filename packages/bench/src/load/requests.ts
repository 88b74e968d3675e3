/** Returns a request as bytes on the wire. */
export function rawRequest(
  method: string,
  path: string,
  options: { token?: string; body?: object; headers?: Readonly<Record<string, string>> } = {},
): string {
  const { token, body, headers = {} } = options;
  const text = body && JSON.stringify(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...(token ? [`authorization: Bearer ${token}`] : []),
    ...(text ? ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`] : []),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${text ?? ''}`;
}
