import { describeGameProvider } from '../../testing/conformance/game-provider.ts';
import { sandboxWorld } from '../../testing/conformance/port-world.ts';
import { createPg } from './pg.ts';

describeGameProvider('PG', createPg, () => sandboxWorld('provider', '/provider/PG'));
