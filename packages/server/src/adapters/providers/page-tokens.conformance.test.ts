import { describeGameProviders } from '../../testing/conformance/game-provider.ts';
import { createPageTokens } from './page-tokens.ts';

describeGameProviders('page-tokens', 'reference', createPageTokens);
