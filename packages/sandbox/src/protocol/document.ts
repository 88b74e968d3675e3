/** The OpenAPI document of a port: requests by the schemas that the sandbox itself checks with. */
import { z } from 'zod';
import { SIGNATURE_HEADER, TIMESTAMP_HEADER } from '../signature/signature.ts';
import {
  COMMON_ERRORS,
  ERRORS,
  PORTS,
  type Call,
  type ErrorCode,
  type Port,
  type PortName,
} from './ports.ts';
import { failure } from './replies.ts';

/** Schemas of a request's parts. */
export interface RequestSchemas {
  readonly params?: z.ZodType;
  readonly querystring?: z.ZodType;
  readonly body?: z.ZodType;
}

/** Request schemas by method and path of the sandbox. */
export type SchemasByRoute = ReadonlyMap<string, RequestSchemas>;

type Json = Record<string, unknown>;

/** Returns the schema of what is sent, before the sandbox turns it into values of its own. */
function schemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}

const content = (schema: z.ZodType): Json => ({ 'application/json': { schema: schemaOf(schema) } });

/** @throws Error when the sandbox has no such call */
export function documentOf(name: PortName, routes: SchemasByRoute): Json {
  const port: Port = PORTS[name];
  const paths: Record<string, Json> = {};
  for (const [key, call] of Object.entries(port.calls)) {
    const [method = '', path = ''] = key.split(' ');
    const schemas = routes.get(`${method} ${port.prefix}${path}`);
    if (!schemas) throw new Error(`the sandbox has no call ${key} of ${name}`);
    (paths[templateOf(path)] ??= {})[method.toLowerCase()] = operationOf(port, path, call, schemas);
  }
  return {
    openapi: '3.1.0',
    info: { title: `Krapao: ${port.title}`, version: '1', description: port.about },
    servers: [{ url: 'https://service.example', description: 'the operator’s own service' }],
    security: [{ timestamp: [], signature: [] }],
    paths,
    components: {
      securitySchemes: {
        timestamp: { type: 'apiKey', in: 'header', name: TIMESTAMP_HEADER },
        signature: { type: 'apiKey', in: 'header', name: SIGNATURE_HEADER },
      },
    },
  };
}

/** `/players/:username` as OpenAPI writes it. */
const templateOf = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');

function operationOf(
  port: Port,
  path: string,
  call: Call,
  { params, querystring, body }: RequestSchemas,
): Json {
  const inPath = new Set([...path.matchAll(/:(\w+)/g)].map(([, name]) => name));
  const parameters = [
    ...parametersOf(params, 'path').filter(({ name }) => inPath.has(String(name))),
    ...parametersOf(querystring, 'query'),
  ];
  const sendsBack = body && 'callbackUrl' in propertiesOf(body) ? port.callbacks : undefined;
  return {
    summary: call.about,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: content(body) } }),
    responses: responsesOf(call),
    ...(sendsBack && { callbacks: callbacksOf(sendsBack) }),
  };
}

const propertiesOf = (schema: z.ZodType): Json => (schemaOf(schema)['properties'] ?? {}) as Json;

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { required = [] } = schemaOf(schema) as { required?: string[] };
  return Object.entries(propertiesOf(schema)).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function responsesOf({ status = 200, reply, errors = [] }: Call): Json {
  const codes = new Map<number, ErrorCode[]>();
  for (const code of [...COMMON_ERRORS, ...errors]) {
    const [refusal] = ERRORS[code];
    codes.set(refusal, [...(codes.get(refusal) ?? []), code]);
  }
  const refusals = [...codes].map(([refusal, given]) => [
    String(refusal),
    {
      description: given.map((code) => `\`${code}\`: ${ERRORS[code][1]}`).join('; '),
      content: content(failure),
    },
  ]);
  return {
    [String(status)]: { description: 'done as described', content: content(reply) },
    ...Object.fromEntries(refusals),
  };
}

const callbacksOf = (callbacks: NonNullable<Port['callbacks']>): Json =>
  Object.fromEntries(
    Object.entries(callbacks).map(([name, { about, body }]) => [
      name,
      {
        '{$request.body#/callbackUrl}': {
          post: {
            summary: about,
            requestBody: { required: true, content: content(body) },
            responses: { '2XX': { description: 'taken; any other answer is a reason to send it again' } },
          },
        },
      },
    ]),
  );
