import { QR_MINIMUM, type QrProvider } from '@krapao/contract/limits';
import { MINOR_PER_MAJOR, toMinor, type Minor } from '@krapao/contract/money';
import { depositSettings } from './build-settings.ts';

const ONE = MINOR_PER_MAJOR as Minor;

/**
 * Returns the smallest amount of a QR at a provider, in minor units. Two providers' minimums are build
 * settings.
 */
export function qrMinimum(provider: QrProvider): Minor {
  const major = { ...QR_MINIMUM, PAYTIMZ: depositSettings.paytimzMin, FP: depositSettings.fpMin }[provider];
  return toMinor(major) ?? ((BigInt(QR_MINIMUM[provider]) * MINOR_PER_MAJOR) as Minor);
}

/** True when the create button is enabled: KBANK from anything above zero, the others from their minimum. */
export function canPressCreate(
  provider: QrProvider,
  amountMinor: Minor | null,
  minimumMinor: Minor,
): amountMinor is Minor {
  if (amountMinor === null) return false;
  return provider === 'KBANK' ? amountMinor > 0n : amountMinor >= minimumMinor;
}

/** True when a press sends a request: under 1 baht or kip it does not, whatever the provider. */
export function isSendable(amountMinor: Minor): boolean {
  return amountMinor >= ONE;
}
