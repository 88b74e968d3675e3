import { z } from 'zod';
import type { App } from '../http/types.ts';
import { listProviders } from '../provider/providers.ts';
import { SERVICE_PORTS } from '../services/ports.ts';
import {
  baseOf,
  FAULT_KINDS,
  FAULT_PORTS,
  providerPort,
  type Fault,
  type FaultKind,
  type FaultPort,
  type Faults,
} from './faults.ts';

const PORTS: readonly FaultPort[] = [
  ...FAULT_PORTS,
  ...SERVICE_PORTS,
  ...listProviders().map(({ code }) => providerPort(code)),
];

/** Faults with a delay of their own. */
const DELAYED_KINDS: readonly FaultKind[] = ['slow_ms', 'commit_late', 'in_progress'];

/** Faults that only some ports have. */
const PORTS_OF_KIND: Partial<Record<FaultKind, readonly FaultPort[]>> = {
  delayed: ['slip'],
  quota: [
    'slip',
    'sms',
    'gateway:payonex',
    'bank:payonex',
    'gateway:scb',
    'gateway:opn',
    'bank:opn',
    'gateway:stripe',
  ],
  in_progress: ['provider'],
  bad_signature: ['gateway', 'bank', 'desk'],
};

const hasKind = (port: FaultPort, kind: FaultKind): boolean => {
  const ports = PORTS_OF_KIND[kind];
  return ports === undefined || ports.includes(port) || ports.includes(baseOf(port));
};

const faultBody = z
  .object({
    port: z.enum(PORTS),
    kind: z.enum(FAULT_KINDS),
    rate: z.number().min(0).max(1),
    ms: z.int().min(0).max(3_600_000).optional(),
  })
  .refine(({ port, kind }) => hasKind(port, kind), {
    path: ['kind'],
    error: 'is an answer of other ports only',
  });

/** Control: switches faults on and off. Every call answers the list of active faults. */
export function faultRoutes(app: App, faults: Faults): void {
  app.get('/control/faults', async () => faults.list());

  app.post('/control/faults', { schema: { body: faultBody } }, async ({ body }) => {
    const { ms, ...fault } = body;
    const hasDelay = ms !== undefined && DELAYED_KINDS.includes(fault.kind);
    faults.set((hasDelay ? { ...fault, ms } : fault) satisfies Fault);
    return faults.list();
  });

  app.delete('/control/faults', async () => {
    faults.clear();
    return faults.list();
  });
}
