import { userInfo } from 'node:os';
import { newId } from '../kernel/ids.ts';
import type { Actor } from '../modules/staff-audit/service.ts';

/** The user of the operator's shell, as the record names them. */
export const shellUser = (): Actor => ({
  id: undefined,
  name: `shell: ${userInfo().username}`,
  roles: [],
  sessionId: undefined,
  address: '',
  requestId: newId(),
});
