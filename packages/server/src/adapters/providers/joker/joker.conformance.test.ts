import { describeGameProviders } from '../../../testing/conformance/game-provider.ts';
import { createJoker } from './adapter.ts';

describeGameProviders('joker', 'reference', createJoker);
