import { describeGameProviders } from '../../../testing/conformance/game-provider.ts';
import { createAskmebet } from './adapter.ts';

describeGameProviders('askmebet', 'balance', createAskmebet);
