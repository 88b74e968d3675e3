import { z } from 'zod';
import { runCommand, suspenseAmounts, type Suspended } from '../support/operator.ts';
import type { Environment } from '../support/program.ts';
import { signIn } from '../support/staff.ts';
import { changeContent, type ContentState } from './content.ts';

const WHO_AND_WHY = ['--by', 'simulation', '--reason', 'an event of the simulation'] as const;

const reviews = z.object({ items: z.array(z.object({ id: z.string() })) });
const proposals = z.object({ items: z.array(z.object({ id: z.string(), action: z.string() })) });

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
    const url = `http://127.0.0.1:${this.#env['CONSOLE_PORT']}`;
    const [cashier, manager] = [await signIn(url, 'cashier'), await signIn(url, 'manager')];
    const { items } = reviews.parse((await cashier.call('GET', 'payouts?state=review')).body);
    for (const { id } of items) {
      await cashier.decide(id, Number.parseInt(id.slice(-2), 16) % 3 === 0 ? 'refuse' : 'approve');
    }
    const open = proposals.parse((await manager.call('GET', 'approvals')).body);
    for (const { id, action } of open.items) if (action === 'payout') await manager.approve(id);
    return items.length;
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
