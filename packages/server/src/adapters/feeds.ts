import { readMaskedNo } from '../kernel/account-mask.ts';
import type { BankFeed, BankTransfer, EwalletFeed, EwalletTransfer, Feed } from '../ports/feeds.ts';
import { done, unknown } from '../ports/outcome.ts';
import { notDone, readAmount, readText } from './http/read-answer.ts';
import { SignedClient, type SignedClientOptions } from './http/signed-client.ts';

const PAGE = 100;

type Entry = Readonly<Record<string, unknown>>;

/** A feed with signed JSON pages behind a cursor. */
function createFeed<T>(options: SignedClientOptions, readEntry: (entry: Entry) => T | null): Feed<T> {
  const client = new SignedClient(options);
  return {
    async read(after) {
      const answer = await client.get(`/feed?after=${encodeURIComponent(after)}&limit=${PAGE}`);
      if (answer.outcome === 'unknown') return answer;
      if (answer.status !== 200) return notDone(answer);
      const listed: unknown[] = Array.isArray(answer.body['transfers']) ? answer.body['transfers'] : [];
      const entries = listed.map((entry) => readEntry(entry as Entry));
      if (!entries.every((entry) => entry !== null)) return unknown('an entry is not readable');
      return done({ entries, next: readText(answer.body['next']) || after });
    },
  };
}

export const createBankFeed = (options: SignedClientOptions): BankFeed =>
  createFeed(options, (entry): BankTransfer | null => {
    const amount = readAmount(entry['amount']);
    const at = new Date(readText(entry['at']));
    const reference = readText(entry['reference']);
    const toAccountNo = readText(entry['toAccountNo']);
    if (amount === null || amount <= 0n || Number.isNaN(at.getTime()) || !reference || !toAccountNo)
      return null;
    return {
      reference,
      fromBankCode: readText(entry['fromBankCode']),
      fromAccountNo: readMaskedNo(readText(entry['fromAccountNo'])),
      fromName: readText(entry['fromName']),
      toAccountNo,
      amount,
      at,
    };
  });

export const createEwalletFeed = (options: SignedClientOptions): EwalletFeed =>
  createFeed(options, (entry): EwalletTransfer | null => {
    const amount = readAmount(entry['amount']);
    const at = new Date(readText(entry['receivedAt']));
    const transactionId = readText(entry['transactionId']);
    if (amount === null || amount <= 0n || Number.isNaN(at.getTime()) || !transactionId) return null;
    return {
      transactionId,
      senderMobile: readText(entry['senderMobile']),
      toWallet: readText(entry['toWallet']),
      amount,
      at,
    };
  });
