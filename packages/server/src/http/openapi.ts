import { failuresOf } from '@krapao/contract/answers';
import { APP_VERSION, REQUESTED_WITH_HEADER, REQUESTED_WITH_VALUE } from '@krapao/contract/limits';
import type { RouteSpec } from '@krapao/contract/route';
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** Callbacks of counterparties by path, as webhooks of OpenAPI 3.1. */
export type Webhooks = Readonly<Record<string, object>>;

const DESCRIPTION = `A call that fails answers \`{"message": CODE}\` with the status of that code. \
${REQUESTED_WITH_HEADER} is required where a GET changes state. Webhooks are what counterparties send to us; each is \
named by its path.`;

/** Returns the OpenAPI document's sources: the contract's calls, and the webhooks. */
export const openApi = (webhooks: Webhooks): FastifyDynamicSwaggerOptions => ({
  openapi: {
    openapi: '3.1.0',
    info: { title: 'Krapao player API', version: APP_VERSION, description: DESCRIPTION },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    webhooks,
  },
  transform: (call) => {
    const { schema, url } = jsonSchemaTransform(call);
    const { spec } = call.route.config ?? {};
    if (!spec) return { schema, url };
    return {
      schema: {
        ...schema,
        ...(spec.mutates && { headers: REQUESTED_WITH }),
        response: { ...responseOf(spec, schema), ...failureResponses(spec) },
      },
      url,
    };
  },
});

const REQUESTED_WITH = {
  type: 'object',
  properties: {
    [REQUESTED_WITH_HEADER]: { type: 'string', enum: [REQUESTED_WITH_VALUE] },
  },
  required: [REQUESTED_WITH_HEADER],
};

const responseOf = ({ contentType }: RouteSpec, schema: { response?: unknown }): object =>
  contentType
    ? { 200: { description: 'OK', content: { [contentType]: { schema: { type: 'string' } } } } }
    : (schema.response as object);

/** Statuses whose reply has a Retry-After header. */
const RETRY_AFTER: ReadonlySet<number> = new Set([429, 503]);

function failureResponses(spec: RouteSpec): Record<number, object> {
  return Object.fromEntries(
    [...failuresOf(spec)].map(([status, codes]) => [
      status,
      {
        description: codes.join(', '),
        type: 'object',
        properties: { message: { type: 'string', enum: codes }, requestId: { type: 'string' } },
        required: ['message'],
        ...(RETRY_AFTER.has(status) && {
          headers: { 'retry-after': { type: 'integer', description: 'Seconds' } },
        }),
      },
    ]),
  );
}
