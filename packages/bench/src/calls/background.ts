import { inWorkContext } from '@krapao/server/kernel/work-context';
import { Worker } from '@krapao/server/kernel/worker';

type Run = (this: Worker, work: () => Promise<void>) => void;

/**
 * Has what calls leave to workers be nobody's: the member has their answer by then, or before, as it happens.
 * @returns what puts things back
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
