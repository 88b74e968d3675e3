import { PushServices } from '../adapters/push/push-services.ts';
import { PushSender } from '../modules/notices/push-sender.ts';
import { NoticeService } from '../modules/notices/service.ts';
import { VapidKey } from '../modules/notices/vapid-key.ts';
import type { Dependencies } from './dependencies.ts';

/** Rounds before a push that failed is tried again. */
const PUSH_AGAIN_ROUNDS = 10;
/** A push is taken by another process when its own has said nothing for this long after the call. */
const LEASE_MARGIN_MS = 10_000;

/** Composes notices of members, and the pushes of them. */
export function composeNotices({ settings, database, content, secrets, logger }: Dependencies) {
  const push = new PushServices({
    timeoutMs: settings.counterpartyTimeoutMs,
    isLocal: settings.pushLocal,
    hosts: settings.pushHosts,
  });
  const key = new VapidKey({ database, secrets, given: settings.pushKey });
  return {
    notices: new NoticeService({ database, push, key }),
    pushSender: new PushSender({
      database,
      content,
      push,
      key,
      leaseMs: settings.counterpartyTimeoutMs + LEASE_MARGIN_MS,
      firstPauseMs: PUSH_AGAIN_ROUNDS * settings.reconcileEveryMs,
      rules: settings.circuit,
      logger,
    }),
  };
}
