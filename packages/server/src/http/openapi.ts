import { failuresOf } from '@krapao/contract/answers';
import { APP_VERSION, REQUESTED_WITH_HEADER, REQUESTED_WITH_VALUE } from '@krapao/contract/limits';
import type { RouteSpec } from '@krapao/contract/route';
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** Requests that counterparties send us, by path; as OpenAPI 3.1 describes webhooks. */
export type Webhooks = Readonly<Record<string, object>>;

const DESCRIPTION = `A call that fails answers \`{"message": CODE}\` with the status of that code. \
${REQUESTED_WITH_HEADER} is required where a GET changes state. Webhooks are what counterparties send to us; each is \
named by its path.`;

/** What the OpenAPI document is made of: the contract's calls, and the webhooks. */
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

/** Statuses of which the reply says when it is worth trying again. */
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
