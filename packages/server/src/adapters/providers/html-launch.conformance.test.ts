import { describeGameProviders } from '../../testing/conformance/game-provider.ts';
import { createHtmlLaunch } from './html-launch.ts';

describeGameProviders('html-launch', 'reference', createHtmlLaunch);
