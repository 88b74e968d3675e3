import { agreementReads } from '../features/agreement/reads.ts';
import { bonusReads } from '../features/bonus/reads.ts';
import { chatReads } from '../features/chat/reads.ts';
import { conditionsReads } from '../features/conditions/reads.ts';
import { depositReads } from '../features/deposit/reads.ts';
import { inviteReads } from '../features/invite/reads.ts';
import { playReads } from '../features/play/reads.ts';
import { protectionReads } from '../features/protection/reads.ts';
import { refundReads } from '../features/refund/reads.ts';
import { slipReads } from '../features/slips/reads.ts';
import { spinReads } from '../features/spinwheel/reads.ts';
import { statementReads } from '../features/statement/reads.ts';
import { withdrawReads } from '../features/withdraw/reads.ts';
import type { AllReads } from '../lib/read-traits.ts';
import { walletReads } from '../wallet/reads.ts';

/** Traits of all calls, for the reading hooks. */
export const allReads: AllReads = {
  ...agreementReads,
  ...bonusReads,
  ...chatReads,
  ...conditionsReads,
  ...depositReads,
  ...inviteReads,
  ...playReads,
  ...protectionReads,
  ...refundReads,
  ...slipReads,
  ...spinReads,
  ...statementReads,
  ...withdrawReads,
  ...walletReads,
};
