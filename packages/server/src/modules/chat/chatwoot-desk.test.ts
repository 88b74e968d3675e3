import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUSE_SERVICES } from '../../kernel/sandbox-services.ts';
import { readSettings } from '../../kernel/settings.ts';
import type { TestMember } from '../../testing/members.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

/** The emulator's: docs/protocol/services.md. */
const ENVIRONMENT = {
  DESK_SERVICE: 'chatwoot',
  DESK_INBOX: 'demo-chatwoot-inbox',
  DESK_HMAC_TOKEN: 'demo-chatwoot-hmac-token',
  DESK_SECRET: 'demo-chatwoot-webhook-secret',
};

describe('a conversation with the desk Chatwoot', () => {
  let server: TestServer;
  const environment: Record<string, string> = { ...ENVIRONMENT };

  beforeAll(async () => {
    const { services } = readSettings({ ...HOUSE_SERVICES, ...environment });
    // The address of the emulator is known when it runs, before the server connects.
    server = await startTestServer({
      settings: { services, environment },
      beforeConnecting: (world) => {
        environment['DESK_URL'] = `${world.url}/chatwoot`;
      },
    });
    const url = `${server.url}/api/callback/desk`;
    await server.world.control('PUT', '/webhooks/chatwoot', { url, signed: true });
  });
  afterAll(() => server.stop());

  const say = ({ api }: TestMember, text: string) =>
    api.ok('POST /api/chat/send-message', {
      body: {
        _id: randomUUID(),
        sender: 'customer',
        message: { message_type: 'text', payload: { text } },
        session_id: '',
        userId: '',
        guestId: '',
        username: '',
        name: '',
        deviceToken: '',
      },
    });
  const history = async ({ api }: TestMember): Promise<string[]> => {
    const body = { userId: '', guestId: '', limit: 10, skip: 0 };
    const { messages } = await api.ok('POST /api/chat/history', { body });
    return messages.map(({ sender, message }) =>
      message.message_type === 'text' ? `${sender}: ${message.payload.text}` : sender,
    );
  };
  const agent = (method: string, path: string, body?: object) =>
    fetch(`${server.world.url}/chatwoot/api/v1/accounts/1/conversations${path}`, {
      method,
      headers: { 'content-type': 'application/json', api_access_token: 'demo-chatwoot-agent-token' },
      ...(body && { body: JSON.stringify(body) }),
    });

  it('goes there and back, in the room of each member', async () => {
    const members = [await server.members.join(), await server.members.join()] as const;
    await say(members[0], 'first');
    await server.workOff();
    expect((await agent('POST', '/1/messages', { content: 'one' })).status).toBe(200);
    await say(members[1], 'second');
    await server.workOff();
    expect((await agent('POST', '/2/messages', { content: 'two' })).status).toBe(200);
    await server.workOff();
    expect(await history(members[0])).toEqual(['operator: one', 'customer: first']);
    await server.workOff();
    expect(await history(members[1])).toEqual(['operator: two', 'customer: second']);
  });
});
