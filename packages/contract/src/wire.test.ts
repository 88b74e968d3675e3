import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { RouteSpec } from './route.ts';
import { routes } from './routes.ts';
import { DOCUMENTED_CALLS, type DocumentedCall } from './testing/documented-calls.ts';

/**
 * The wire format as in the specification, spelled out without names from the contract. Other servers and
 * other apps speak it, so a field renamed on both of our sides is still a breaking change.
 */

const contract: Readonly<Partial<Record<string, RouteSpec>>> = routes;

/** The part of a JSON schema that this test reads. */
interface JsonSchema {
  type?: string;
  const?: unknown;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
}

type Side = 'input' | 'output';

/** Returns every field of a schema as `path:type`, with a `?` after those that may be absent. */
function fieldsOf(schema: z.ZodType | undefined, io: Side): string[] {
  if (!schema) return [];
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;
  return [...new Set(walk(json, '', ''))];
}

function walk(schema: JsonSchema, path: string, mark: string): string[] {
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) {
    const isNull = (branch: JsonSchema) => branch.type === 'null';
    const nullable = branches.some(isNull) ? 'null' : mark;
    return branches.filter((branch) => !isNull(branch)).flatMap((branch) => walk(branch, path, nullable));
  }
  if (schema.items) return [...leaf(`${path}[]`, schema.items), ...walk(schema.items, `${path}[]`, '')];
  if (schema.type !== 'object') return leaf(path, schema, mark);
  const required = new Set(schema.required);
  return [
    ...(path === '' || path.endsWith('[]') ? [] : [`${path}:object${mark === 'null' ? '|null' : mark}`]),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
      walk(field, path === '' ? name : `${path}.${name}`, required.has(name) ? '' : '?'),
    ),
  ];
}

/** Returns a field that holds a plain value. */
function leaf(path: string, { type, items, properties, anyOf, oneOf }: JsonSchema, mark = ''): string[] {
  if (items ?? properties ?? anyOf ?? oneOf) return [];
  const plain = type === 'integer' ? 'number' : (type ?? 'any');
  return [`${path}:${plain}${mark === 'null' ? '|null' : mark}`];
}

const list = (text = '') => text.split(' ').filter((field) => field !== '');
const bare = (field: string) => field.replace(/\?$/, '');

describe('the documented calls', () => {
  const calls = Object.entries<DocumentedCall>(DOCUMENTED_CALLS);

  it.each(calls)('%s goes by that method and path', (call, { open }) => {
    expect(Object.keys(contract)).toContain(call);
    const { method, path, access } = contract[call] as RouteSpec;
    expect(`${method} ${path}`).toBe(call);
    expect(access).toBe(open ?? 'member');
  });

  it.each(calls)('%s takes what is documented, and asks for nothing else', (call, { takes, file }) => {
    const { body, upload } = contract[call] as RouteSpec;
    const fields = fieldsOf(body, 'input');
    expect(fields.map(bare)).toEqual(expect.arrayContaining(list(takes)));
    const asked = fields.filter((field) => !field.endsWith('?') && !field.includes('payload.'));
    expect(list(takes)).toEqual(expect.arrayContaining(asked));
    expect(upload?.field).toBe(file);
  });

  it('answer no password but that of a game', () => {
    const tellsOne = Object.entries(routes as Record<string, RouteSpec>).filter(([, { response }]) =>
      fieldsOf(response, 'output').some((field) => /password/i.test(field)),
    );
    expect(tellsOne.map(([call]) => call)).toEqual(['GET /api/wallet/account/:slotCode']);
  });

  it.each(calls)('%s answers what is documented', (call, { gives }) => {
    const { response } = contract[call] as RouteSpec;
    expect(fieldsOf(response, 'output')).toEqual(expect.arrayContaining(list(gives)));
  });
});
