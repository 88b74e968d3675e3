/** The frame of an emulated service: its faults, its forced errors, and errors in its own shape. */
import formbody from '@fastify/formbody';
import type { FastifyError, FastifyReply } from 'fastify';
import { applyFaults } from '../faults/apply.ts';
import type { Faults } from '../faults/faults.ts';
import type { CallCounts } from '../http/call-counts.ts';
import { HttpError } from '../http/http-error.ts';
import type { App } from '../http/types.ts';
import type { ForcedErrors } from './forced-errors.ts';
import type { ServicePort } from './ports.ts';
import { Refusal, type ServiceError } from './refusal.ts';

export interface ServiceFrame {
  readonly port: ServicePort;
  /** The documented errors by name: each can be forced. */
  readonly errors: Readonly<Record<string, ServiceError>>;
  readonly badRequest: (problem: string) => ServiceError;
  /** Body of a 500. */
  readonly failure: object;
  /** Answer of the fault `refused`. */
  readonly refusal: ServiceError;
}

export interface FrameDeps {
  readonly faults: Faults;
  readonly forced: ForcedErrors;
  readonly calls: CallCounts;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Prepares a scope for a service's routes. Add its authentication as a `preValidation` hook, then its routes. */
export function emulate(scope: App, frame: ServiceFrame, { faults, forced, calls }: FrameDeps): void {
  const { port, errors, badRequest, failure, refusal } = frame;
  const service = port.slice(port.indexOf(':') + 1);
  const name = port.startsWith('ewallet:') || port.startsWith('gift:') ? port.replace(':', '-') : service;
  scope.register(formbody);
  calls.watch(scope, service);
  applyFaults(scope, faults, port, { failure, refusal });
  forced.register(name, errors);
  scope.addHook('preHandler', async ({ badJson }) => {
    if (badJson) throw new Refusal(badRequest('the body is not JSON'));
    const error = forced.take(name);
    if (error) throw new Refusal(error);
  });
  scope.setErrorHandler<FastifyError | HttpError | Refusal>((error, request, reply) => {
    if (error instanceof Refusal) return send(reply, error.answer);
    if (error instanceof HttpError || (error.statusCode ?? 500) < 500) {
      return send(reply, badRequest(error.message));
    }
    request.log.error(error);
    return reply.code(500).send(failure);
  });
}

const send = (reply: FastifyReply, { status, body, headers = {} }: ServiceError): FastifyReply =>
  reply.code(status).headers(headers).send(body);
