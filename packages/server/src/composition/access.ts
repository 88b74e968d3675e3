import { SharedLimiter } from '../database/shared-limiter.ts';
import { CallLimits } from '../http/call-limits.ts';
import { FloodCounts } from '../http/flood.ts';
import { Hashing } from '../kernel/hashing.ts';
import { OtpService } from '../modules/otp/service.ts';
import { Devices } from '../modules/session/devices.ts';
import { LoginGuard } from '../modules/session/login-guard.ts';
import { SessionService } from '../modules/session/service.ts';
import type { Ground } from './ground.ts';

/** Who gets in, and how often may be tried. */
export function composeAccess(ground: Ground) {
  const { settings, database, content, secrets, clock, outside, metrics } = ground;
  const limiter = new SharedLimiter({
    database,
    secrets,
    limits: settings.limits,
    onRefused: (name) => metrics.limiterRefused(name),
  });
  const flood = new FloodCounts({ limiter, clock });
  const hashing = new Hashing(settings.limits.HASHES_WAITING.points);
  return {
    flood,
    hashing,
    limits: new CallLimits({ limiter, flood }),
    sessions: new SessionService({
      database,
      clock,
      sessionDays: settings.sessionDays,
      hashing,
      guard: new LoginGuard({ database, limiter, secrets, clock }),
      devices: new Devices(database, clock),
    }),
    otps: new OtpService({
      database,
      content,
      sms: outside.sms,
      secrets,
      clock,
      limiter,
      options: { laos: settings.laos, perPhoneDay: settings.otpPerPhoneDay },
    }),
  };
}
