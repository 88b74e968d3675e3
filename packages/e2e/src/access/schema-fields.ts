import type { RouteSpec } from '@krapao/contract/route';
import { z } from 'zod';

interface Schema {
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  type?: string;
  const?: unknown;
  enum?: unknown[];
}

/** Names of fields that may name a thing of a member: ids, codes, references, links, people and places. */
const NAMING =
  /(^_?id|[a-z]Id|_id|[cC]ode|[rR]eference|[uU]sername|[pP]hone\w*|[lL]ink|coupon|[tT]oken|filePath|url|from|to|bankAccountNo)$/;

/** Fields that name no thing, whatever their name. */
const NOT_NAMING: readonly string[] = ['deviceToken'];

/**
 * Returns the fields of a call that may name a thing: all of its path and query, and those of its body with
 * such a name, as `a.b` where nested. It reads the contract's schemas, so it finds new fields.
 */
export function namingFields(spec: RouteSpec): string[] {
  const inAddress = [...Object.keys(spec.params?.shape ?? {}), ...Object.keys(spec.query?.shape ?? {})];
  const inBody = spec.body ? leaves(jsonSchema(spec.body), '') : [];
  return [...new Set([...inAddress, ...inBody.filter(isNaming)])];
}

const isNaming = (path: string): boolean => {
  const name = path.slice(path.lastIndexOf('.') + 1);
  return NAMING.test(name) && !NOT_NAMING.includes(name);
};

const jsonSchema = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;

function leaves(schema: Schema, path: string): string[] {
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.items ? [schema.items] : [])];
  if (choices.length > 0) return choices.flatMap((choice) => leaves(choice, path));
  if (schema.properties) {
    return Object.entries(schema.properties).flatMap(([name, inner]) =>
      leaves(inner, path === '' ? name : `${path}.${name}`),
    );
  }
  return schema.type === 'string' && schema.const === undefined && schema.enum === undefined ? [path] : [];
}
