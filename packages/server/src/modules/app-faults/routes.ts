import { appFaults } from '@krapao/contract/app-faults';
import type { Logger } from 'pino';
import type { Router } from '../../http/router.ts';
import type { Metrics } from '../../kernel/metrics.ts';
import { withoutSecrets } from './without-secrets.ts';

/** Records faults of the player app in the log and the metrics. The input is untrusted. */
export function appFaultRoutes(
  router: Router,
  { logger, metrics }: { logger: Logger; metrics: Metrics },
): void {
  router.add(appFaults['POST /api/app-fault'], ({ body, request }) => {
    const { kind, reference } = body;
    metrics.appFault(kind);
    // A warning, since the report is untrusted and no error of the server.
    logger.warn(
      {
        requestId: request.id,
        kind,
        reference,
        path: withoutSecrets(body.path),
        fault: withoutSecrets(body.message),
        stack: withoutSecrets(body.stack),
      },
      'fault in the player app',
    );
    return { message: 'OK' as const };
  });
}
