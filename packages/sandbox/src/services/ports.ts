import type { FaultPort } from '../faults/faults.ts';

/** The emulated services, each with the port whose faults also strike it. */
export const SERVICE_PORTS = [
  'sms:thaibulksms',
  'sms:smsmkt',
  'sms:twilio',
  'slip:easyslip',
  'slip:slipok',
  'slip:slip2go',
  'gift:truemoney',
  'ewallet:truemoney',
  'desk:chatwoot',
  'desk:line',
  'gateway:payonex',
  'bank:payonex',
  'gateway:scb',
  'slip:scb',
  'gateway:opn',
  'bank:opn',
  'gateway:stripe',
] as const satisfies readonly FaultPort[];

export type ServicePort = (typeof SERVICE_PORTS)[number];
