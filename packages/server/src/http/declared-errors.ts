import { errorsOf } from '@krapao/contract/answers';
import type { FastifyError, FastifyRequest } from 'fastify';
import { AppError } from '../kernel/app-error.ts';

/**
 * Holds a call to the codes that the contract declares for it.
 * @returns the error as it came; for a code that is not declared, a fault of ours, which is told on standard error too
 */
export function declared(error: FastifyError | AppError, request: FastifyRequest): FastifyError | AppError {
  const { spec } = request.routeOptions.config;
  if (!spec || !(error instanceof AppError) || errorsOf(spec).includes(error.code)) return error;
  const message = `${spec.method} ${spec.path} answered ${error.code}, which the contract does not declare`;
  process.emitWarning(message, 'UndeclaredError');
  return Object.assign(new Error(message, { cause: error.stack }), {
    name: 'UndeclaredError',
    code: 'UNDECLARED',
  });
}
