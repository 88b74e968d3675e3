import { createHash, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/*
 * A stand-in for an OpenID Connect provider, after OpenID Connect Core 1.0 and RFC 7636. Its person is signed in
 * already: the authorization address answers at once.
 */

interface Asked {
  challenge: string;
  nonce: string;
  redirect: string;
}

export class OidcProvider {
  readonly clientId = 'krapao-console';
  readonly clientSecret = 'a secret';
  /** Claims about the person in the answer. */
  claims: Record<string, unknown> = {};
  /** Another issuer in the answer than in the description. */
  isLying = false;
  readonly #codes = new Map<string, Asked>();
  readonly #server: Server;
  readonly #keys = generateKeyPair('RS256', { extractable: true });

  private constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        void this.#answer(request.url ?? '', Buffer.concat(chunks).toString()).then(({ status, body }) => {
          response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
        });
      });
    });
  }

  static async start(): Promise<OidcProvider> {
    const provider = new OidcProvider();
    await new Promise<void>((resolve) => provider.#server.listen(0, '127.0.0.1', resolve));
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  /** Lets the person in. @returns the address that the browser is sent back to */
  authorize(address: string): URL {
    const { searchParams: asked } = new URL(address);
    const code = randomUUID();
    const redirect = asked.get('redirect_uri') ?? '';
    this.#codes.set(code, {
      challenge: asked.get('code_challenge') ?? '',
      nonce: asked.get('nonce') ?? '',
      redirect,
    });
    const back = new URL(redirect);
    back.searchParams.set('code', code);
    back.searchParams.set('state', asked.get('state') ?? '');
    return back;
  }

  async #answer(url: string, body: string): Promise<{ status: number; body: unknown }> {
    const { issuer } = this;
    if (url.startsWith('/.well-known/openid-configuration')) {
      return {
        status: 200,
        body: {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
        },
      };
    }
    const { publicKey, privateKey } = await this.#keys;
    if (url === '/keys')
      return { status: 200, body: { keys: [{ ...(await exportJWK(publicKey)), alg: 'RS256' }] } };
    const form = new URLSearchParams(body);
    const asked = this.#codes.get(form.get('code') ?? '');
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    // A code works once.
    this.#codes.delete(form.get('code') ?? '');
    if (!asked || proof !== asked.challenge || form.get('redirect_uri') !== asked.redirect) {
      return { status: 400, body: { error: 'invalid_grant' } };
    }
    const token = await new SignJWT({ nonce: asked.nonce, ...this.claims })
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuer(this.isLying ? 'https://another.example' : issuer)
      .setAudience(this.clientId)
      .setSubject('person')
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey);
    return { status: 200, body: { access_token: randomUUID(), token_type: 'Bearer', id_token: token } };
  }
}
