/** A stored detail lacks a required field: its transfer cannot be carried out. */
export class DetailError extends Error {
  override name = 'DetailError';
}

/** A field of a transfer's detail. Every field is text in the database. */
export interface Field<Text extends string = string, IsOptional extends boolean = boolean> {
  isOptional: IsOptional;
  /** The accepted texts; undefined accepts any. */
  values: readonly Text[] | undefined;
}

export type Fields = Readonly<Record<string, Field>>;

type TextOf<F> = F extends Field<infer Text> ? Text : never;

/** Has compilers show the fields instead of how they were put together. */
type Plain<T> = { [Name in keyof T]: T[Name] };

/** The detail that these fields declare. */
export type DetailOfFields<F extends Fields> = Plain<
  {
    readonly [Name in keyof F as F[Name]['isOptional'] extends true ? never : Name]: TextOf<F[Name]>;
  } & {
    readonly [Name in keyof F as F[Name]['isOptional'] extends true ? Name : never]?: TextOf<F[Name]>;
  }
>;

/** Reads the stored details of one kind. Fields that are not declared are left out. */
export interface DetailSchema<Detail> {
  /** Reads a detail to act on. @throws DetailError when a required field is missing */
  parse: (stored: unknown) => Detail;
  /**
   * Reads a detail to show it. Old rows may lack fields, and rows written outside the product may hold
   * anything: such fields are left out.
   */
  read: (stored: unknown) => Partial<Detail>;
}

/** The detail's type. */
export type DetailOfSchema<S> = S extends DetailSchema<infer Detail> ? Detail : never;

export const text: Field<string, false> = { isOptional: false, values: undefined };

export const oneOf = <const Text extends string>(values: readonly Text[]): Field<Text, false> => ({
  isOptional: false,
  values,
});

export const optional = <Text extends string>({ values }: Field<Text, false>): Field<Text, true> => ({
  isOptional: true,
  values,
});

/** Declares a detail by its fields. */
export function detailOf<const F extends Fields>(fields: F): DetailSchema<DetailOfFields<F>> {
  const declared = Object.entries<Field>(fields);
  const required = declared.filter(([, { isOptional }]) => !isOptional).map(([name]) => name);
  // Statements read many rows, so this is one pass over the declared fields.
  const read = (stored: unknown): Record<string, string> => {
    const detail: Record<string, string> = {};
    const row = rowOf(stored);
    for (const [name, { values }] of declared) {
      const value = row[name];
      if (typeof value === 'string' && (values === undefined || values.includes(value))) detail[name] = value;
    }
    return detail;
  };
  const parse = (stored: unknown): Record<string, string> => {
    const detail = read(stored);
    const missing = required.find((name) => detail[name] === undefined);
    if (missing !== undefined) throw new DetailError(`the detail lacks ${missing}`);
    return detail;
  };
  return { read, parse } as DetailSchema<DetailOfFields<F>>;
}

/** Declares a detail whose other fields depend on one field, the tag. */
export function variantsOf<Tag extends string, const V extends Readonly<Record<string, Fields>>>(
  tag: Tag,
  variants: V,
): DetailSchema<
  { [Name in keyof V & string]: Plain<Readonly<Record<Tag, Name>> & DetailOfFields<V[Name]>> }[keyof V &
    string]
> {
  const schemas = new Map(
    Object.entries<Fields>(variants).map(([name, fields]) => [
      name,
      detailOf({ [tag]: oneOf([name]), ...fields }),
    ]),
  );
  const schemaOf = (stored: unknown) => schemas.get(rowOf(stored)[tag] as string);
  const parse = (stored: unknown) => {
    const schema = schemaOf(stored);
    if (!schema) throw new DetailError(`the detail lacks ${tag}`);
    return schema.parse(stored);
  };
  return { parse, read: (stored: unknown) => schemaOf(stored)?.read(stored) ?? {} } as never;
}

/** Returns every text of a stored detail under its name, declared or not, for staff to look at. */
export const textsOf = (stored: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(rowOf(stored)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );

const rowOf = (stored: unknown): Readonly<Record<string, unknown>> =>
  typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
