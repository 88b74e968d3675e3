import { describeGameProviders } from '../../testing/conformance/game-provider.ts';
import { createBalanceOnly } from './balance-only.ts';

describeGameProviders('balance-only', 'balance', createBalanceOnly);
