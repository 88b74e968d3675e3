import { describe, expect, it } from 'vitest';
import { Circuit, type EndCall } from './circuit.ts';

const RULES = { failures: 3, pauseMs: 1_000, longestPauseMs: 5_000 };

describe('a circuit', () => {
  function create(dice = 0) {
    const changes: boolean[] = [];
    const state = { nowMs: 0, dice };
    const circuit = new Circuit({
      rules: RULES,
      nowMs: () => state.nowMs,
      dice: () => state.dice,
      onChange: (isOpen) => changes.push(isOpen),
    });
    const pass = (): EndCall => circuit.enter() ?? expect.unreachable('it is open');
    const fail = (times: number): void => {
      for (let n = 0; n < times; n += 1) pass()('failed');
    };
    return { circuit, changes, state, pass, fail };
  }

  it('opens after failures in a row, and says so once', () => {
    const { circuit, changes, fail, pass } = create();
    fail(2);
    pass()('answered');
    fail(2);
    expect(circuit.isOpen).toBe(false);
    fail(1);
    expect([circuit.isOpen, circuit.enter(), changes]).toEqual([true, undefined, [true]]);
  });

  it('lets one probe through after the pause, and closes by its answer', () => {
    const { circuit, changes, state, fail, pass } = create();
    fail(3);
    state.nowMs = 499;
    expect(circuit.enter()).toBeUndefined();
    state.nowMs = 500;
    const probe = pass();
    expect(circuit.enter()).toBeUndefined();
    probe('answered');
    expect([circuit.isOpen, changes]).toEqual([false, [true, false]]);
    // It counts from the beginning again.
    fail(2);
    expect(circuit.isOpen).toBe(false);
  });

  it('waits twice as long after each failed probe, up to the longest pause', () => {
    const { circuit, changes, state, fail, pass } = create();
    fail(3);
    const waited: number[] = [];
    for (let probe = 0; probe < 5; probe += 1) {
      const from = state.nowMs;
      while (state.nowMs - from < 10_000) {
        const end = circuit.enter();
        if (end) {
          waited.push(state.nowMs - from);
          end('failed');
          break;
        }
        state.nowMs += 100;
      }
    }
    expect(waited).toEqual([500, 1_000, 2_000, 2_500, 2_500]);
    expect(changes).toEqual([true]);
    state.nowMs += 2_500;
    pass()('answered');
    expect(changes).toEqual([true, false]);
  });

  it('spreads the pauses over half of their length', () => {
    for (const [dice, pause] of [
      [0, 500],
      [0.5, 750],
      [0.999, 1_000],
    ] as const) {
      const { circuit, state, fail } = create(dice);
      fail(3);
      state.nowMs = pause - 1;
      expect([dice, circuit.enter()]).toEqual([dice, undefined]);
      state.nowMs = pause;
      expect([dice, typeof circuit.enter()]).toEqual([dice, 'function']);
    }
  });

  it('frees the probe that called nobody', () => {
    const { circuit, state, fail, pass } = create();
    fail(3);
    state.nowMs = 500;
    pass()('not_called');
    expect(circuit.isOpen).toBe(true);
    pass()('answered');
    expect(circuit.isOpen).toBe(false);
  });

  it('makes no pause longer by calls that began before it opened, and closes by their answer', () => {
    const { circuit, state, fail, pass } = create();
    const [slow, slower] = [pass(), pass()];
    fail(3);
    slow('failed');
    state.nowMs = 500;
    expect(circuit.enter()).toBeTypeOf('function');
    slower('answered');
    slower('failed');
    expect(circuit.isOpen).toBe(false);
  });

  it('holds no call back that it only watches', () => {
    const { circuit } = create();
    for (let n = 0; n < 5; n += 1) circuit.watch()('failed');
    expect(circuit.isOpen).toBe(true);
    circuit.watch()('answered');
    expect(circuit.isOpen).toBe(false);
  });
});
