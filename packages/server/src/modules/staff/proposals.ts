import type { Permission } from '@krapao/contract/staff/permissions';
import type { z } from 'zod';
import type { Queries, Tx } from '../../database/open.ts';
import type { StaffCaller } from '../../domain/staff-caller.ts';
import type { Actor } from '../staff-audit/service.ts';

/** The part of the approvals that staff and roles use: approvals themselves read the permissions of staff. */
export interface Proposals {
  register<P>(action: {
    action: string;
    topic?: string;
    payload: z.ZodType<P>;
    permissionOf: (payload: P) => 'staff.approve';
    carryOut: (
      tx: Tx,
      payload: P,
      proposal: { deciderId: string; permissions: readonly Permission[] },
    ) => Promise<unknown>;
  }): void;
  propose(
    maker: StaffCaller,
    actor: Actor,
    proposal: { action: string; subject: string; subjectStaff?: string; payload: unknown; reason: string },
  ): Promise<string>;
  findOpenAbout(
    queries: Queries,
    actions: readonly string[],
    subjects: readonly string[],
  ): Promise<ReadonlyMap<string, string>>;
}
