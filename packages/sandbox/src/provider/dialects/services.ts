/**
 * Emulators of real game services: each is a protocol over the same players, faults, sites and reports as the
 * house's own protocols. docs/protocol/emulators.md lists their addresses, credentials and the grade of the
 * facts. The secret of every emulator is the sandbox's.
 */
import type { App } from '../../http/types.ts';
import { aesexyRoutes } from './aesexy.ts';
import { ambslotRoutes } from './ambslot.ts';
import { askmebetRoutes } from './askmebet.ts';
import { betflixRoutes } from './betflix.ts';
import { jiliRoutes } from './jili.ts';
import { jokerRoutes } from './joker.ts';
import { pgsoftRoutes } from './pgsoft.ts';
import type { ServiceDeps } from './service.ts';
import { ServiceTransfers } from './transfers.ts';

export function serviceDialects(app: App, world: Omit<ServiceDeps, 'transfers'>): void {
  const transfers = new ServiceTransfers(world.players, world.faults);
  app.addHook('onClose', async () => transfers.stop());
  const deps: ServiceDeps = { ...world, transfers };
  jokerRoutes(app, deps);
  pgsoftRoutes(app, deps);
  aesexyRoutes(app, deps);
  jiliRoutes(app, deps);
  betflixRoutes(app, deps);
  askmebetRoutes(app, deps);
  ambslotRoutes(app, deps);
}
