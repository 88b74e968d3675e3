import { appFaults } from '@krapao/contract/app-faults';
import type { Logger } from 'pino';
import type { Router } from '../../http/router.ts';
import type { Metrics } from '../../kernel/metrics.ts';
import { withoutSecrets } from './without-secrets.ts';

/** Takes faults of the player app into the log and the metrics. What anybody sends there is not believed. */
export function appFaultRoutes(
  router: Router,
  { logger, metrics }: { logger: Logger; metrics: Metrics },
): void {
  router.add(appFaults['POST /api/app-fault'], ({ body, request }) => {
    const { kind, reference } = body;
    metrics.appFault(kind);
    // A stranger's word: it is no error of the server's.
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
