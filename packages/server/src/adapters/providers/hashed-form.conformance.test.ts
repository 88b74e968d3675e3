import { describeGameProviders } from '../../testing/conformance/game-provider.ts';
import { createHashedForm } from './hashed-form.ts';

describeGameProviders('hashed-form', 'reference', createHashedForm);
