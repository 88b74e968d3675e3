import { describeGameProviders } from '../../../testing/conformance/game-provider.ts';
import { createAesexy } from './adapter.ts';

describeGameProviders('aesexy', 'reference', createAesexy);
