import { describeGameProviders } from '../../../testing/conformance/game-provider.ts';
import { createAmbslot } from './adapter.ts';

describeGameProviders('ambslot', 'balance', createAmbslot);
