import type { z } from 'zod';
import type { Method } from '../route.ts';
import type { StaffErrorCode } from './errors.ts';
import type { Permission } from './permissions.ts';

/**
 * Who may make a staff call: anyone (`none`, to sign in), every staff member with a session (`session`), or
 * those with a permission.
 */
export type StaffAccess = Permission | 'session' | 'none';

/** One staff call as data: the server, the console, the access test and the OpenAPI document derive from it. */
export interface StaffRouteSpec {
  method: Method;
  /** Path under `/staff/api/`, with `:name` parameters. */
  path: `/staff/api/${string}`;
  permission: StaffAccess;
  /** One line for the OpenAPI document. */
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  response: z.ZodType;
  /** True for a call that answers a file with the file's own type; `response` is then `z.never()`. */
  file?: true;
  /** Largest body in bytes, for a call that takes a file; the server’s usual limit otherwise. */
  maxBytes?: number;
  /** Reply with status 202: the action waits for a second person. */
  waits?: z.ZodType;
  /** Codes this call may answer, in addition to the general ones. */
  errors: readonly StaffErrorCode[];
  /** True for a call that sets up the second factor, and needs none. */
  withoutFactor?: true;
}

/** Every staff call of an area, keyed `METHOD /path`. The key is checked against the spec it names. */
export function defineStaffArea<const A extends Record<string, StaffRouteSpec>>(
  area: A & { [K in keyof A]: K extends `${A[K]['method']} ${A[K]['path']}` ? A[K] : never },
): A {
  return area;
}
