import { parseArgs } from 'node:util';
import { ControlError } from '../modules/controls/switches.ts';

/** A command with its author and reason: the words of the command, `--by` and `--reason`. */
export interface Act {
  positionals: string[];
  by: string;
  reason: string;
}

/** Reads an act from the command line. @throws ControlError with the usage when an option is unknown */
export function readAct(usage: string): Act {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { by: { type: 'string', default: '' }, reason: { type: 'string', default: '' } },
    });
    return { ...values, positionals };
  } catch {
    throw new ControlError(usage);
  }
}
