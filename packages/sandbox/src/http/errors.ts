/** Turns errors into clear answers: `{ error, message }`. */
import type { FastifyError } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { HttpError } from './http-error.ts';
import type { App } from './types.ts';

export function answerErrors(app: App): void {
  app.setErrorHandler<FastifyError | HttpError>((error, request, reply) => {
    if (error instanceof HttpError) {
      return reply.code(error.status).send({ error: error.code, message: error.message });
    }
    if (hasZodFastifySchemaValidationErrors(error)) {
      const message = error.validation
        .map(
          ({ instancePath, message: text }) => `${instancePath.slice(1) || error.validationContext}: ${text}`,
        )
        .join('; ');
      return reply.code(400).send({ error: 'bad_body', message });
    }
    if (error.statusCode !== undefined && error.statusCode < 500) {
      return reply.code(error.statusCode).send({ error: 'bad_request', message: error.message });
    }
    request.log.error(error);
    return reply.code(500).send({ error: 'internal', message: 'the sandbox failed; see its log' });
  });
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({ error: 'not_found', message: `no such call: ${request.method}` }),
  );
}
