import { describeGameProviders } from '../../../testing/conformance/game-provider.ts';
import { createBetflix } from './adapter.ts';

describeGameProviders('betflix', 'balance', createBetflix);
