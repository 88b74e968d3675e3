import type { Baseline, Part } from './part.ts';
import { browserParts, weightsBaseline } from './browser/parts.ts';
import { statementPlanBaseline } from './calls/statement-plan.ts';
import { chatPart } from './parts/chat.ts';
import { consolePart } from './parts/console.ts';
import { floodsPart } from './parts/floods.ts';
import { guessesPart } from './parts/guesses.ts';
import { largePart } from './parts/large.ts';
import { ledgerPart } from './parts/ledger.ts';
import { loginsPart } from './parts/logins.ts';
import { pglitePart } from './parts/pglite.ts';
import { processesPart } from './parts/processes.ts';
import { slipsPart } from './parts/slips.ts';
import { startPart } from './parts/start.ts';
import { statementPart } from './parts/statement.ts';
import { callsPart, roundTripsBaseline } from './calls/round-trips.ts';
import { uploadsPart } from './parts/uploads.ts';
import { walletPart } from './parts/wallet.ts';
import { withdrawPart } from './parts/withdraw.ts';

/** All parts, in the order of the table. */
export const parts: readonly Part[] = [
  ledgerPart,
  withdrawPart,
  pglitePart,
  walletPart,
  statementPart,
  processesPart,
  loginsPart,
  chatPart,
  callsPart,
  startPart,
  slipsPart,
  floodsPart,
  guessesPart,
  uploadsPart,
  largePart,
  consolePart,
  ...browserParts,
];

/** All baselines: values that must not change unnoticed. */
export const baselines: readonly Baseline[] = [roundTripsBaseline, statementPlanBaseline, weightsBaseline];
