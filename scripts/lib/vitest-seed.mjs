/** Vitest's set-up of every test file: random values of property tests are the same in every run. */
import fc from 'fast-check';
import { testSeed } from './test-seed.mjs';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: testSeed() });
