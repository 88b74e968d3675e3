import { beforeAll } from 'vitest';
import { showIn } from '../lib/i18n.ts';

beforeAll(() => showIn('en'));
