import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { composeServer } from './composition/server.ts';
import { readContent, readDemoMembers } from './content/read.ts';
import { ContentStore } from './content/store.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase } from './database/open.ts';
import { loadSecretKey } from './kernel/secrets.ts';
import type { Settings } from './kernel/settings.ts';
import type { AccountService } from './modules/account/service.ts';

export interface RunningServer {
  /** Where it listens. */
  url: string;
  /** Finishes what is under way, then lets go of everything. */
  stop(): Promise<void>;
}

/** Opens, migrates and fills the store, and serves. */
export async function startServer(settings: Settings, logger: Logger): Promise<RunningServer> {
  const secretKey = await loadSecretKey(settings.secretKey, settings.dataDir);
  const database = await openDatabase(settings);
  try {
    const applied = await migrate(database);
    if (applied > 0) logger.info({ applied }, 'migrated');
    const content = new ContentStore(database);
    const isNew = await content.isEmpty();
    if (isNew) await content.save(await readContent(settings.contentDir));

    const { app, accounts, background } = await composeServer({
      settings,
      database,
      content,
      secretKey,
      logger,
    });
    if (isNew && settings.sandboxUrl) await createDemoMembers(accounts, settings);
    await app.listen({ port: settings.port, host: settings.host });
    for (const part of background) part.start();
    const { port } = app.server.address() as AddressInfo;
    return {
      url: `http://${settings.host}:${port}`,
      async stop() {
        await app.close();
        await Promise.all(background.map((part) => part.stop()));
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The members a demonstration comes with in this country; another process may have made them a moment ago. */
async function createDemoMembers(
  accounts: AccountService,
  settings: Pick<Settings, 'contentDir' | 'laos'>,
): Promise<void> {
  for (const { phone, laos, ...member } of await readDemoMembers(settings.contentDir)) {
    if (laos !== settings.laos) continue;
    await accounts
      .registerTrusted({ ...member, username: phone, sourceCode: '', inviteCode: '' })
      .catch((error: { code?: string }) => {
        if (error.code !== 'EXISTING_USER') throw error;
      });
  }
}
