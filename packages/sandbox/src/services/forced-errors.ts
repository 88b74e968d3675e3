/** Documented errors on demand: the next calls of a service are answered with one of them. */
import { z } from 'zod';
import { HttpError, notFound } from '../http/http-error.ts';
import type { App } from '../http/types.ts';
import type { ServiceError } from './refusal.ts';

type Errors = Readonly<Record<string, ServiceError>>;

interface Forced {
  readonly error: string;
  readonly times: number;
}

const MAX_TIMES = 1_000_000;

export class ForcedErrors {
  readonly #services = new Map<string, Errors>();
  readonly #forced = new Map<string, Forced>();

  /** @param errors the service's documented errors by name. */
  register(service: string, errors: Errors): void {
    this.#services.set(service, errors);
  }

  list(): { service: string; errors: string[]; forced: Forced | null }[] {
    return [...this.#services].map(([service, errors]) => ({
      service,
      errors: Object.keys(errors),
      forced: this.#forced.get(service) ?? null,
    }));
  }

  /** @throws HttpError 404 for an unknown service, 400 for an error that it does not have. */
  force(service: string, forced: Forced): void {
    const errors = this.#services.get(service);
    if (!errors) throw notFound('no such service');
    if (!(forced.error in errors)) throw new HttpError(400, 'bad_body', 'the service has no such error');
    this.#forced.set(service, forced);
  }

  clear(): void {
    this.#forced.clear();
  }

  /** Returns the error that answers this call; null where the service works. */
  take(service: string): ServiceError | null {
    const forced = this.#forced.get(service);
    if (!forced) return null;
    if (forced.times > 1) this.#forced.set(service, { ...forced, times: forced.times - 1 });
    else this.#forced.delete(service);
    return this.#services.get(service)?.[forced.error] ?? null;
  }
}

const forceBody = z.object({ error: z.string().min(1), times: z.int().min(1).max(MAX_TIMES).default(1) });

/** Control: lists the emulated services, and chooses the answer of a service's next calls. */
export function forcedErrorRoutes(app: App, forced: ForcedErrors): void {
  app.get('/control/services', async () => forced.list());
  app.post(
    '/control/services/:service',
    { schema: { params: z.object({ service: z.string() }), body: forceBody } },
    async ({ params, body }) => {
      forced.force(params.service, body);
      return forced.list();
    },
  );
  app.delete('/control/services', async () => {
    forced.clear();
    return forced.list();
  });
}
