import type { QueueName } from '@krapao/contract/staff/today';
import type { LinkProps } from '@tanstack/react-router';
import type { PlainKey } from '../../lib/i18n.ts';

interface QueueRoom {
  label: PlainKey;
  /** Where its items are decided. */
  to: NonNullable<LinkProps['to']>;
  search?: Record<string, string>;
}

/** The room of each queue. */
export const QUEUE_ROOMS: Readonly<Record<QueueName, QueueRoom>> = {
  payouts: { label: 'today.payouts', to: '/payouts' },
  approvals: { label: 'today.approvals', to: '/approvals' },
  suspense: { label: 'today.suspense', to: '/incoming' },
  review: { label: 'today.review', to: '/reviews' },
  slips: { label: 'today.slips', to: '/incoming', search: { tab: 'slips' } },
  gifts: { label: 'today.gifts', to: '/incoming', search: { tab: 'gifts' } },
  rejected: { label: 'today.rejected', to: '/incoming', search: { tab: 'rejected' } },
};
