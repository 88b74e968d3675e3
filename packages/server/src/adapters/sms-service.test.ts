import { sandboxWorld } from '../testing/conformance/port-world.ts';
import { describeSms } from '../testing/conformance/sms.ts';
import { createSmsService } from './sms-service.ts';

describeSms('SMS service', createSmsService, () => sandboxWorld('sms', '/sms'));
