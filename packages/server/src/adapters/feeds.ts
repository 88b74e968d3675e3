import { readMaskedNo } from '../kernel/account-mask.ts';
import type { BankFeed, BankTransfer, EwalletFeed, EwalletTransfer, Feed } from '../ports/feeds.ts';
import { done, unknown } from '../ports/outcome.ts';
import {
  NOT_WHOLE,
  notDone,
  parseObject,
  readArrived,
  readEach,
  readText,
  readTime,
  type JsonObject,
} from './http/read-answer.ts';
import { SignedClient, type SignedClientOptions } from './http/signed-client.ts';

const PAGE = 100;

/** Creates a feed with signed JSON pages behind a cursor. */
function createFeed<T extends object>(
  options: SignedClientOptions,
  readEntry: (entry: JsonObject) => T | string,
): Feed<T> {
  const client = new SignedClient(options);
  return {
    async read(after) {
      const answer = await client.get(`/feed?after=${encodeURIComponent(after)}&limit=${PAGE}`);
      if (answer.outcome === 'unknown') return answer;
      if (answer.status !== 200) return notDone(answer);
      const { transfers, next } = answer.body;
      // The cursor must not move past anything other than a page, which would be lost.
      if (!Array.isArray(transfers) || typeof next !== 'string') return unknown('answer is not a page');
      return done({ ...readEach(transfers, readEntry), next: readText(next) || after });
    },
    readKept(text) {
      const entry = parseObject(text);
      return entry ? readEntry(entry) : NOT_WHOLE;
    },
  };
}

export const createBankFeed = (options: SignedClientOptions): BankFeed =>
  createFeed(options, (entry): BankTransfer | string => {
    const amount = readArrived(entry['amount']);
    const at = readTime(entry['at']);
    const reference = readText(entry['reference']);
    const toAccountNo = readText(entry['toAccountNo']);
    if (typeof amount === 'string') return amount;
    if (!at) return 'time is not one';
    if (!reference || !toAccountNo) return 'reference or account is missing';
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
  createFeed(options, (entry): EwalletTransfer | string => {
    const amount = readArrived(entry['amount']);
    const at = readTime(entry['receivedAt']);
    const transactionId = readText(entry['transactionId']);
    if (typeof amount === 'string') return amount;
    if (!at) return 'time is not one';
    if (!transactionId) return 'transaction id is missing';
    return {
      transactionId,
      senderMobile: readText(entry['senderMobile']),
      toWallet: readText(entry['toWallet']),
      amount,
      at,
    };
  });
