import { staffIncoming as calls } from '@krapao/contract/staff/incoming';
import type { StaffRouter } from '../../http/staff-router.ts';
import { actorOf } from '../staff-audit/service.ts';
import type { StatementFiles } from './service.ts';

/** Route by which staff upload a statement file. */
export function statementRoutes(router: StaffRouter, files: StatementFiles): void {
  router.add(calls['POST /staff/api/statements'], (call) => {
    const { name, content } = call.body;
    const bytes = Buffer.from(content, 'base64');
    return files.read({ name, open: () => inOne(bytes) }, actorOf(call.staff, call));
  });
}

async function* inOne(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
