import type { ResponseBody } from '@krapao/contract/routes';
import type { Documented } from '../../lib/documented.ts';
import { readFlag } from '../../lib/read-flag.ts';
import { useApi } from '../../lib/use-api.ts';

export type Wheel = NonNullable<ResponseBody<'GET /api/spinwheel/setup'>['activeSpinwheel']>;
export type SpinResult = Documented<ResponseBody<'POST /api/spinwheel/spin'>, 'draw'>;
export type Coupon = Documented<
  ResponseBody<'GET /api/spinwheel/coupon'>[number],
  'expiresAt' | 'lastDrawId'
>;

/** True when there is a wheel to spin. Undefined until known; false when the call fails. */
export function useSpinActive(): boolean | undefined {
  const { data, error } = useApi('GET /api/spinwheel/active');
  if (data !== undefined) return readFlag(data, 'isActive') ?? false;
  return error === undefined ? undefined : false;
}
