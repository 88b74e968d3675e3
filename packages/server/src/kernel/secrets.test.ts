import fc from 'fast-check';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSecrets, hashToken, loadSecretKey, newOtpCode, newToken, sameBytes } from './secrets.ts';

const secrets = createSecrets('a secret of the tests, long enough');

describe('sealed text', () => {
  it('opens to what it was, whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, context) => {
        expect(secrets.unseal(secrets.seal(text, context), context)).toBe(text);
      }),
    );
  });

  it('looks different each time and shows nothing of the text', () => {
    const [a, b] = [secrets.seal('password', 'row'), secrets.seal('password', 'row')];
    expect(a.equals(b)).toBe(false);
    expect(a.includes('password')).toBe(false);
  });

  it('does not open after any bit was changed', () => {
    const sealed = secrets.seal('12345678', 'row');
    for (let byte = 0; byte < sealed.length; byte += 1) {
      const changed = Buffer.from(sealed);
      changed[byte] = changed[byte]! ^ 1;
      expect(() => secrets.unseal(changed, 'row')).toThrow();
    }
  });

  it('does not open shortened, elsewhere, or with another key', () => {
    const sealed = secrets.seal('password', 'row 1');
    expect(() => secrets.unseal(sealed, 'row 2')).toThrow();
    expect(() => createSecrets('another secret').unseal(sealed, 'row 1')).toThrow();
    for (const length of [0, 5, 12, 28, sealed.length - 1])
      expect(() => secrets.unseal(sealed.subarray(0, length), 'row 1')).toThrow();
  });
});

describe('several keys', () => {
  const [older, newer] = ['the older key of these tests', 'the newer key of these tests'];

  it('open what any of them sealed, in any order', () => {
    const sealed = [older, newer].map((key) => createSecrets(key).seal('12345678', 'row'));
    for (const ring of [createSecrets(newer, [older]), createSecrets(older, ['a third key', newer])])
      expect(sealed.map((value) => ring.unseal(value, 'row'))).toEqual(['12345678', '12345678']);
    expect(() => createSecrets(newer).unseal(sealed[0]!, 'row')).toThrow(/none of the secret keys/);
  });

  it('open values from before a key was named in them', () => {
    const unnamed = createSecrets(older).seal('12345678', 'row').subarray(4);
    const ring = createSecrets(newer, [older]);
    expect(ring.unseal(unnamed, 'row')).toBe('12345678');
    expect(ring.openerOf(unnamed, 'row')?.id).toBe(createSecrets(older).newestId);
    expect(() => ring.unseal(unnamed, 'another row')).toThrow();
  });

  it('seal with the one that is chosen, and name it', () => {
    const ring = createSecrets(newer, [older]);
    const old = ring.find(createSecrets(older).newestId)!;
    const under = (value: Buffer) => value.subarray(0, 4).toString('hex');
    expect(under(ring.seal('text', 'row'))).toBe(ring.newestId);
    ring.sealWith(old, true);
    expect(under(ring.seal('text', 'row'))).toBe(old.id);
    expect(old.id).not.toBe(ring.newestId);
  });

  it('keep the digests of an installation that has changed its key', () => {
    const ring = createSecrets(newer, [older]);
    ring.digestWith(ring.find(createSecrets(older).newestId)!.digestKey);
    expect(ring.digest('gift-link', 'code')).toEqual(createSecrets(older).digest('gift-link', 'code'));
  });
});

describe('digests', () => {
  it('are the same for the same parts and key only', () => {
    const digest = secrets.digest('otp', 'ab', 'c');
    expect(digest).toHaveLength(32);
    expect(secrets.digest('otp', 'ab', 'c').equals(digest)).toBe(true);
    expect(secrets.digest('otp', 'a', 'bc').equals(digest)).toBe(false);
    expect(secrets.digest('otp', 'abc').equals(digest)).toBe(false);
    expect(createSecrets('another').digest('otp', 'ab', 'c').equals(digest)).toBe(false);
  });

  it('are compared whole', () => {
    expect(sameBytes(Buffer.from('abc'), Buffer.from('abc'))).toBe(true);
    expect(sameBytes(Buffer.from('abc'), Buffer.from('abd'))).toBe(false);
    expect(sameBytes(Buffer.from('abc'), Buffer.from('ab'))).toBe(false);
    expect(sameBytes(Buffer.of(), Buffer.of())).toBe(true);
  });
});

describe('tokens and codes', () => {
  it('are long, fresh and plain', () => {
    const tokens = new Set(Array.from({ length: 1_000 }, newToken));
    expect(tokens.size).toBe(1_000);
    for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
    const [one] = tokens;
    expect(hashToken(one!)).toHaveLength(32);
    expect(hashToken(one!).equals(hashToken(newToken()))).toBe(false);
  });

  it('have six digits, leading zeros too', () => {
    const codes = Array.from({ length: 2_000 }, newOtpCode);
    for (const code of codes) expect(code).toMatch(/^\d{6}$/);
    expect(codes.some((code) => code.startsWith('0'))).toBe(true);
    expect(new Set(codes).size).toBeGreaterThan(1_900);
  });
});

describe('the server’s secret key', () => {
  const SANDBOX = { secretKey: undefined, sandboxUrl: 'http://127.0.0.1:8090' };

  const folder = async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'krapao-secret-'));
    onTestFinished(() => rm(dir, { recursive: true, force: true }));
    return path.join(dir, 'not', 'there', 'yet');
  };

  it('is the setting when there is one, and nothing is written', async () => {
    const dataDir = await folder();
    expect(await loadSecretKey({ ...SANDBOX, secretKey: 'from the setting', dataDir })).toBe(
      'from the setting',
    );
    await expect(stat(dataDir)).rejects.toThrow(/ENOENT/);
  });

  it('is made once, kept, and for the owner’s eyes only', async () => {
    const dataDir = await folder();
    const key = await loadSecretKey({ ...SANDBOX, dataDir });
    expect(key.length).toBeGreaterThanOrEqual(32);
    expect(await loadSecretKey({ ...SANDBOX, dataDir })).toBe(key);
    const file = path.join(dataDir, 'secret.key');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toBe(key);
  });

  it('has to be given to an installation without the sandbox, and none is made', async () => {
    const dataDir = await folder();
    const settings = { secretKey: undefined, dataDir, sandboxUrl: undefined };
    await expect(loadSecretKey(settings)).rejects.toThrow(/^SECRET_KEY: must be set while SANDBOX=0$/);
    await expect(stat(dataDir)).rejects.toThrow(/ENOENT/);
  });

  it('is one for all that start at the same moment', async () => {
    for (let round = 0; round < 20; round += 1) {
      const dataDir = await folder();
      const keys = await Promise.all(Array.from({ length: 8 }, () => loadSecretKey({ ...SANDBOX, dataDir })));
      expect(new Set(keys).size).toBe(1);
      expect(keys[0]?.length).toBeGreaterThanOrEqual(32);
    }
  });
});
