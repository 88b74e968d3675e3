import { describeGameProviders } from '../../testing/conformance/game-provider.ts';
import { createSignedJson } from './signed-json.ts';

describeGameProviders('signed-json', 'reference', createSignedJson);
