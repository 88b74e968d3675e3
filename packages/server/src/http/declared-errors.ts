import { channel } from 'node:diagnostics_channel';
import { errorsOf } from '@krapao/contract/answers';
import type { FastifyError, FastifyRequest } from 'fastify';
import { AppError } from '../kernel/app-error.ts';

/** Tells of every declared error that a call answers: `METHOD path CODE`. The tests listen. */
const answered = channel('krapao:answered-error');

/**
 * Checks that the contract declares an error's code for the call.
 * @returns the unchanged error; for an undeclared code an internal error, which is also written to standard
 *   error
 */
export function declared(error: FastifyError | AppError, request: FastifyRequest): FastifyError | AppError {
  const { spec } = request.routeOptions.config;
  if (!spec || !(error instanceof AppError)) return error;
  if (errorsOf(spec).includes(error.code)) {
    if (answered.hasSubscribers) answered.publish(`${spec.method} ${spec.path} ${error.code}`);
    return error;
  }
  const message = `${spec.method} ${spec.path} answered ${error.code}, which the contract does not declare`;
  process.emitWarning(message, 'UndeclaredError');
  return Object.assign(new Error(message, { cause: error.stack }), {
    name: 'UndeclaredError',
    code: 'UNDECLARED',
  });
}
