import { OutsideWorld, SECRET } from './counterparties-world.ts';
import { startTestServer, type TestServer, type TestServerOptions } from './test-server.ts';

/** Starts a server whose BETFLIX is a service that reports no play. Its `stop` stops the service, too. */
export async function startWithSilentProvider({
  content,
  ...options
}: Omit<TestServerOptions, 'settings'> = {}): Promise<TestServer> {
  const betflix = await OutsideWorld.start(undefined, { dialects: { BETFLIX: 'betflix' } });
  const environment = {
    PROVIDER_BETFLIX_URL: `${betflix.url}/provider/BETFLIX`,
    PROVIDER_BETFLIX_SECRET: SECRET,
    PROVIDER_BETFLIX_AGENT: 'krapao-demo-agent',
    PROVIDER_BETFLIX_PREFIX: 'kpd',
  };
  const server = await startTestServer({
    ...options,
    moreOutside: [betflix],
    settings: { environment },
    content(changed) {
      changed.providers = changed.providers.map((provider) =>
        provider.code === 'BETFLIX' ? { ...provider, adapter: 'betflix' } : provider,
      );
      content?.(changed);
    },
  });
  return {
    ...server,
    stop: async () => {
      await server.stop();
      await betflix.stop();
    },
  };
}
