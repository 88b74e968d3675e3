import type { z } from 'zod';

/** An answer of a service that is no success: its status, its body, and headers where the service sends some. */
export interface ServiceError {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown by a route to answer in the service's own shape. */
export class Refusal extends Error {
  readonly answer: ServiceError;

  constructor(answer: ServiceError) {
    super(`refused with ${answer.status}`);
    this.answer = answer;
  }
}

/** Reads a body or a query; text that does not fit is the service's own bad request. @throws Refusal */
export function readOr<T extends z.ZodType>(
  schema: T,
  value: unknown,
  badRequest: (problem: string) => ServiceError,
): z.output<T> {
  const read = schema.safeParse(value ?? {});
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Refusal(badRequest(`${issue?.path.join('.')}: ${issue?.message}`));
}
