import type { ResponseBody } from '@krapao/contract/routes';
import { readFlag } from '../../lib/read-flag.ts';
import { useApi } from '../../lib/use-api.ts';

export type Wheel = NonNullable<ResponseBody<'GET /api/spinwheel/setup'>['activeSpinwheel']>;
export type SpinResult = ResponseBody<'POST /api/spinwheel/spin'>;
export type Coupon = ResponseBody<'GET /api/spinwheel/coupon'>[number];

/** Whether there is a wheel to spin. Undefined until it is known; what cannot be known reads as no. */
export function useSpinActive(): boolean | undefined {
  const { data, error } = useApi('GET /api/spinwheel/active');
  if (data !== undefined) return readFlag(data, 'isActive') ?? false;
  return error === undefined ? undefined : false;
}
