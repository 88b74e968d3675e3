import { inWorkContext } from '@krapao/server/kernel/work-context';
import { Worker } from '@krapao/server/kernel/worker';

type Run = (this: Worker, work: () => Promise<void>) => void;

/**
 * Attributes background work of calls to no request: the member may have their answer before or after it.
 * @returns a function that restores the original
 */
export function disownBackground(): () => void {
  const original: Run = Reflect.get(Worker.prototype, 'run');
  function run(this: Worker, work: () => Promise<void>): void {
    original.call(this, () => inWorkContext({}, work));
  }
  Reflect.set(Worker.prototype, 'run', run);
  return () => {
    Reflect.set(Worker.prototype, 'run', original);
  };
}
