import { BlockList, isIP } from 'node:net';

/** The sandbox's default secret. It is in the source and therefore public. */
export const PUBLISHED_SECRET = 'sandbox-only-secret';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** Returns whether a host (address or name, without a port) is reachable from this machine only. */
function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(bare);
  if (family === 0) return bare === 'localhost';
  return loopback.check(bare, family === 6 ? 'ipv6' : 'ipv4');
}

interface Exposure {
  sandbox: boolean;
  sandboxSecret: string;
  isProduction: boolean;
  host: string;
  publicUrl: string | undefined;
  environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Checks that outsiders cannot use the sandbox, which logs demo members in and lets any caller pay. Returns
 * one line that names the setting to change; undefined if the settings are safe.
 */
export function exposureFault(settings: Exposure): string | undefined {
  if (!settings.sandbox) {
    const [name] =
      Object.entries(settings.environment).find(
        ([variable, value]) => variable.endsWith('_SECRET') && value === PUBLISHED_SECRET,
      ) ?? [];
    return name && `${name}: is the sandbox's secret, which is published`;
  }
  if (settings.isProduction)
    return 'SANDBOX: must be 0 while NODE_ENV is production: the sandbox lets anybody pay';
  if (!isLoopback(settings.host))
    return 'SANDBOX: must be 0 while HOST is more than this machine: the sandbox lets anybody pay';
  const { publicUrl } = settings;
  if (publicUrl && !isLoopback(new URL(publicUrl).hostname) && settings.sandboxSecret === PUBLISHED_SECRET)
    return 'SANDBOX_SECRET: must be your own while PUBLIC_URL is more than this machine';
  return undefined;
}
