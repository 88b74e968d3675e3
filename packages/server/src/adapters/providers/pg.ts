import { toDecimal, type Minor } from '@krapao/contract/money';
import type { GameProvider, ProviderTransfer, RecordedTransfer } from '../../ports/game-provider.ts';
import { done, notFound, unknown, type NotFound, type Outcome } from '../../ports/outcome.ts';
import { notDone, readAmount, readText } from '../http/read-answer.ts';
import { SignedClient, type Answer, type SignedClientOptions } from '../http/signed-client.ts';

/** PG: signed JSON, transfers carry our reference and can be looked up by it, launch by one-time address. */
export function createPg(options: SignedClientOptions): GameProvider {
  const client = new SignedClient(options);
  const player = (username: string): string => `/players/${encodeURIComponent(username)}`;

  const confirm = async (answering: ReturnType<SignedClient['post']>): Promise<Outcome> => {
    const answer = await answering;
    if (answer.outcome === 'unknown') return answer;
    return answer.status === 200 && answer.body['status'] !== 'refused' ? done(undefined) : notDone(answer);
  };

  return {
    createPlayer: ({ username, password }) => confirm(client.post('/players', { username, password })),
    setPassword: ({ username, password }) =>
      confirm(client.post(`${player(username)}/password`, { password })),
    logOut: (username) => confirm(client.post(`${player(username)}/logout`, {})),

    async balance(username) {
      const answer = await client.get(`${player(username)}/balance`);
      return answer.outcome === 'unknown' ? answer : balanceOf(answer);
    },

    async transfer({ reference, username, direction, amount }: ProviderTransfer): Promise<Outcome<Minor>> {
      const body = { reference, username, type: direction, amount: toDecimal(amount) };
      const answer = await client.post('/transfers', body);
      if (answer.outcome === 'unknown') return answer;
      return answer.body['status'] === 'done' ? balanceOf(answer) : notDone(answer);
    },

    async lookUp(reference): Promise<Outcome | NotFound> {
      const answer = await client.get(`/transfers/${encodeURIComponent(reference)}`);
      if (answer.outcome === 'unknown') return answer;
      if (answer.status === 404 && answer.body['error'] === 'not_found') return notFound;
      if (answer.status !== 200) return unknown(`look-up answered ${answer.status}`);
      return answer.body['status'] === 'done' ? done(undefined) : notDone(answer);
    },

    async transfersSince(username, since): Promise<Outcome<RecordedTransfer[]>> {
      const query = new URLSearchParams({ username, since: since.toISOString() });
      const answer = await client.get(`/transfers?${query.toString()}`);
      if (answer.outcome === 'unknown') return answer;
      if (answer.status !== 200) return notDone(answer);
      const listed: unknown[] = Array.isArray(answer.body['transfers']) ? answer.body['transfers'] : [];
      const transfers = listed.map((entry) => recordOf(entry as Answer['body']));
      return transfers.every((transfer) => transfer !== null)
        ? done(transfers)
        : unknown('a transfer is not readable');
    },

    async launch({ username, language }) {
      const answer = await client.post('/launch', { username, lang: language });
      if (answer.outcome === 'unknown') return answer;
      if (answer.status !== 200) return notDone(answer);
      const url = readText(answer.body['url']);
      return /^https?:\/\//.test(url) && URL.canParse(url) ? done(url) : unknown('answer has no address');
    },
  };
}

function recordOf(entry: Answer['body']): RecordedTransfer | null {
  const reference = readText(entry['reference']);
  const amount = readAmount(entry['amount']);
  const { type: direction, status } = entry;
  if (!reference || amount === null) return null;
  if (direction !== 'deposit' && direction !== 'withdraw') return null;
  if (status !== 'done' && status !== 'refused') return null;
  return { reference, direction, amount, isDone: status === 'done' };
}

function balanceOf(answer: Answer): Outcome<Minor> {
  if (answer.status !== 200) return notDone(answer);
  const balance = readAmount(answer.body['balance']);
  return balance === null ? unknown('answer has no balance') : done(balance);
}
