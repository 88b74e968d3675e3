import { PAGE_SIZE } from '@krapao/contract/limits';
import { useState } from 'react';
import type { SWRResponse } from 'swr';
import { useApi } from '../../lib/use-api.ts';
import { stateOf, type SlipPage } from './slip-rules.ts';

/** While a slip is processed its steps change within seconds; one that waits for its bank takes longer. */
const MOVING_POLL_MS = 1_000;
const WAITING_POLL_MS = 4_000;

/** Loads a page of the member's slips and polls it while one of them is processed. */
export function useSlips(page: number): SWRResponse<SlipPage> {
  const [pollMs, setPollMs] = useState(0);
  const response = useApi(
    'POST /api/statement/slip',
    { body: { page, limit: PAGE_SIZE } },
    { keepPreviousData: true, dedupingInterval: MOVING_POLL_MS / 2, refreshInterval: pollMs },
  );
  const wantedPollMs = pollOf(response.data);
  if (wantedPollMs !== pollMs) setPollMs(wantedPollMs);
  return response;
}

function pollOf(latest: SlipPage | undefined): number {
  const moving = latest?.slips.filter((slip) => stateOf(slip) === 'processing') ?? [];
  if (moving.length === 0) return 0;
  return moving.every(({ step }) => step === 'waiting') ? WAITING_POLL_MS : MOVING_POLL_MS;
}
