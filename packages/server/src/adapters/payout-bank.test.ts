import { describeBank } from '../testing/conformance/bank.ts';
import { sandboxWorld } from '../testing/conformance/port-world.ts';
import { createPayoutBank } from './payout-bank.ts';

describeBank('payout bank', createPayoutBank, () => sandboxWorld('bank', '/bank'));
