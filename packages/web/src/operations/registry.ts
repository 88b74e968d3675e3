import { bonus } from './bonus.ts';
import { cancel } from './cancel.ts';
import { collect } from './collect.ts';
import { coupon } from './coupon.ts';
import { endBonus } from './end-bonus.ts';
import { gift } from './gift.ts';
import { heldRelease } from './held-release.ts';
import { heldWithdraw } from './held-withdraw.ts';
import { invite } from './invite.ts';
import type { Operation } from './operation.ts';
import { promotion } from './promotion.ts';
import { qrDeposit } from './qr-deposit.ts';
import { refund } from './refund.ts';
import { slip } from './slip.ts';
import { spin } from './spin.ts';
import { transfer } from './transfer.ts';
import { transferWhole } from './transfer-whole.ts';
import { withdraw } from './withdraw.ts';

/** Every money operation. The recovery needs them all; a feature imports its own. */
export const OPERATIONS: readonly Operation[] = [
  bonus,
  cancel,
  collect,
  coupon,
  endBonus,
  gift,
  heldRelease,
  heldWithdraw,
  invite,
  promotion,
  qrDeposit,
  refund,
  slip,
  spin,
  transfer,
  transferWhole,
  withdraw,
];

/** Returns the operation of a stored intent; undefined for one of another version of the app. */
export const operationOf = (name: string): Operation | undefined =>
  OPERATIONS.find((operation) => operation.name === name);
