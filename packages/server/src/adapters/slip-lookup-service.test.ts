import { describeSlipLookup } from '../testing/conformance/slip-lookup.ts';
import { sandboxWorld } from '../testing/conformance/port-world.ts';
import { createSlipLookup } from './slip-lookup-service.ts';

describeSlipLookup('slip look-up service', createSlipLookup, () => sandboxWorld('slip', '/slip'));
