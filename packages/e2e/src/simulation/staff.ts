import { z } from 'zod';
import { runCommand, suspenseAmounts, type Suspended } from '../support/operator.ts';
import type { Environment } from '../support/program.ts';
import { signIn } from '../support/staff.ts';
import { changeContent, type ContentState } from './content.ts';

const WHO_AND_WHY = ['--by', 'simulation', '--reason', 'an event of the simulation'] as const;

const reviews = z.object({ items: z.array(z.object({ id: z.string() })) });
const transfers = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      amount: z.number(),
      counterparty: z.string(),
      facts: z.record(z.string(), z.string()),
      approvalId: z.string().nullable(),
    }),
  ),
});
const proposals = z.object({ items: z.array(z.object({ id: z.string(), action: z.string() })) });

/** A transfer with a game that waits for a person; baht. */
export interface Reviewed {
  id: string;
  counterparty: string;
  username: string;
  amount: number;
  /** Into the game. */
  isIn: boolean;
}

/** The operator's staff and their commands. */
export class Staff {
  readonly #env: Environment;
  readonly #contentDir: string;
  #contentTurn: Promise<unknown> = Promise.resolve();

  constructor(env: Environment, contentDir: string) {
    this.#env = env;
    this.#contentDir = contentDir;
  }

  freeze(phone: string, isFrozen: boolean): Promise<void> {
    return this.#run('members', [isFrozen ? 'freeze' : 'unfreeze', phone, ...WHO_AND_WHY]);
  }

  control(name: string, isStopped: boolean): Promise<void> {
    return this.#run('control', [isStopped ? 'stop' : 'open', name, ...WHO_AND_WHY]);
  }

  inSuspense(): Promise<Suspended[]> {
    return suspenseAmounts(this.#env);
  }

  assign(id: string, phone: string): Promise<void> {
    return this.#run('suspense', ['assign', id, phone]);
  }

  /**
   * Decides the payouts under review: about two of three are approved, by a second person where one is needed.
   * @returns how many were waiting
   * @throws TypeError when the console's server ends meanwhile
   */
  async decideReviews(): Promise<number> {
    const [cashier, manager] = [
      await signIn(this.#console, 'cashier'),
      await signIn(this.#console, 'manager'),
    ];
    const { items } = reviews.parse((await cashier.call('GET', 'payouts?state=review')).body);
    for (const { id } of items) {
      await cashier.decide(id, Number.parseInt(id.slice(-2), 16) % 3 === 0 ? 'refuse' : 'approve');
    }
    const open = proposals.parse((await manager.call('GET', 'approvals')).body);
    for (const { id, action } of open.items) if (action === 'payout') await manager.approve(id);
    return items.length;
  }

  /** Returns the transfers with games that wait for a person. */
  async transfersInReview(): Promise<Reviewed[]> {
    const cashier = await signIn(this.#console, 'cashier');
    const { items } = transfers.parse((await cashier.call('GET', 'reviews')).body);
    return items.flatMap(({ id, kind, amount, counterparty, facts, approvalId }) =>
      approvalId === null && kind.startsWith('game_')
        ? [{ id, counterparty, amount, username: facts['username'] ?? '', isIn: kind === 'game_in' }]
        : [],
    );
  }

  /** Settles such a transfer, proposed by one person and approved by another. @returns whether it is settled */
  async settleTransfer(id: string, end: 'done' | 'undone'): Promise<boolean> {
    const [cashier, manager] = [
      await signIn(this.#console, 'cashier'),
      await signIn(this.#console, 'manager'),
    ];
    const evidence = { end, reason: 'the provider lists the move' };
    const { body } = await cashier.call('POST', `reviews/${id}/settle`, evidence);
    const { approvalId } = z.object({ approvalId: z.string() }).parse(body);
    return (await manager.approve(approvalId)).end === 'OK';
  }

  get #console(): string {
    return `http://127.0.0.1:${this.#env['CONSOLE_PORT']}`;
  }

  /** Loads content with this change. Processes follow within seconds. */
  async content(change: Partial<ContentState>): Promise<void> {
    await changeContent(this.#contentDir, { active: true, secondGame: true, ...change });
    await this.#run('content', []);
  }

  /** Lets one task at a time change the content. */
  withContent<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#contentTurn.then(work);
    this.#contentTurn = turn.catch(() => {});
    return turn;
  }

  async #run(name: Parameters<typeof runCommand>[0], args: readonly string[]): Promise<void> {
    const { exitCode, output } = await runCommand(name, args, this.#env);
    if (exitCode !== 0) throw new Error(`npm run tool -- ${name} ${args.join(' ')}: ${output.trim()}`);
  }
}
