import { createHash } from 'node:crypto';
import { MAX_MINOR, minor, type Minor } from '@krapao/contract/money';
import type { EwalletTransfer } from '../../ports/feeds.ts';
import { readText, readTime, type JsonObject } from '../http/read-answer.ts';

/** Event of a transfer between persons. */
const TRANSFER = 'P2P';

/** Reads the transfer of a token's claims, or returns why it cannot be taken in. */
export function readTransfer(claims: JsonObject, wallet: string): EwalletTransfer | string {
  const amount = readSatang(claims['amount']);
  const at = readTime(claims['received_time']);
  const senderMobile = readText(claims['sender_mobile']);
  if (readText(claims['event_type']) !== TRANSFER) return 'not a transfer between persons';
  if (amount === null) return 'amount is not readable';
  if (!at) return 'time is not one';
  if (!senderMobile) return 'sender is missing';
  return { transactionId: idOf(claims), senderMobile, toWallet: wallet, amount, at };
}

/** Reads an amount in satang: a whole number above zero. */
function readSatang(value: unknown): Minor | null {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value <= 0) return null;
  const amount = BigInt(value);
  return amount <= MAX_MINOR ? minor(amount) : null;
}

/**
 * Returns the transaction's id. A token without one gets an id of what it tells, so that the same token again is the
 * same transfer. Two equal transfers in the same second are then taken for one, and staff book the second.
 */
function idOf(claims: JsonObject): string {
  const { transaction_id: given, received_time: time, amount, sender_mobile: sender, message } = claims;
  const id = typeof given === 'number' ? String(given) : readText(given);
  if (id !== '') return id;
  const told = JSON.stringify([time, amount, sender, message ?? '']);
  return `told-${createHash('sha256').update(told).digest('hex').slice(0, 32)}`;
}
