import { describeGameProviders } from '../../../testing/conformance/game-provider.ts';
import { createJili } from './adapter.ts';

describeGameProviders('jili', 'reference', createJili);
