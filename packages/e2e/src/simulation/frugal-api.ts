import { REQUESTED_WITH_HEADER, REQUESTED_WITH_VALUE } from '@krapao/contract/limits';
import { routes, type RouteKey } from '@krapao/contract/routes';
import { Api, type Reply, type Request } from '../support/api.ts';
import { exchange } from '../support/exchange.ts';

/** Player API over kept connections, for very many calls. */
export class FrugalApi extends Api {
  override at(url: string): FrugalApi {
    return new FrugalApi(url, this.token);
  }

  override async send<K extends RouteKey>(
    key: K,
    { params, body, headers, signal }: Request<K> = {},
  ): Promise<Reply> {
    const { method, path } = routes[key];
    const values = (params ?? {}) as Record<string, string>;
    const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
    const { status, text } = await exchange(this.url + filled, {
      method,
      headers: {
        [REQUESTED_WITH_HEADER]: REQUESTED_WITH_VALUE,
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...headers,
      },
      body: body as object | undefined,
      signal,
    });
    return { status, body: JSON.parse(text) };
  }
}
