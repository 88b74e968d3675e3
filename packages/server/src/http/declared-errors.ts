import { channel } from 'node:diagnostics_channel';
import { errorsOf } from '@krapao/contract/answers';
import { staffErrorsOf } from '@krapao/contract/staff/errors';
import type { FastifyError, FastifyRequest } from 'fastify';
import { CodedError } from '../kernel/app-error.ts';

/** Tells of every declared error that a call answers: `METHOD path CODE`. The tests listen. */
const answered = channel('krapao:answered-error');

/**
 * Checks that the contract declares an error's code for the call.
 * @returns the unchanged error; for an undeclared code an internal error, which is also written to standard
 *   error
 */
export function declared(
  error: FastifyError | CodedError,
  request: FastifyRequest,
): FastifyError | CodedError {
  const { spec: playerSpec, staffSpec } = request.routeOptions.config;
  const spec = playerSpec ?? staffSpec;
  if (!spec || !(error instanceof CodedError)) return error;
  const codes: readonly string[] = 'permission' in spec ? staffErrorsOf(spec) : errorsOf(spec);
  if (codes.includes(error.code)) {
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
