import { SharedLimiter } from '../database/shared-limiter.ts';
import { CallLimits } from '../http/call-limits.ts';
import { DeviceMarks } from '../http/device-marks.ts';
import { MemoryRateLimiter } from '../http/memory-rate-limiter.ts';
import { Hashing } from '../kernel/hashing.ts';
import { TokenMint } from '../kernel/token-mint.ts';
import { RegistrationAllowance } from '../modules/account/allowance.ts';
import { AccountMessages } from '../modules/factors/messages.ts';
import { OtpAllowance } from '../modules/otp/allowance.ts';
import { PasswordCodes } from '../modules/otp/password-codes.ts';
import { OtpService } from '../modules/otp/service.ts';
import { ResetMessages } from '../modules/password-reset/messages.ts';
import { PasswordRules } from '../modules/passwords/service.ts';
import { PasswordResets } from '../modules/password-reset/service.ts';
import { Devices } from '../modules/session/devices.ts';
import { LoginGuard } from '../modules/session/login-guard.ts';
import { SessionService } from '../modules/session/service.ts';
import type { Dependencies } from './dependencies.ts';
import { composeFactors } from './factors.ts';

/** Composes log-in and rate limits. */
export function composeAccess(dependencies: Dependencies) {
  const { settings, database, content, secrets, clock, counterparties, metrics } = dependencies;
  const limiter = new SharedLimiter({
    database,
    secrets,
    limits: settings.limits,
    onRefused: (name) => metrics.limiterRefused(name),
  });
  const memoryLimiter = new MemoryRateLimiter({ limiter, clock });
  const mint = new TokenMint(secrets);
  const marks = new DeviceMarks({ secrets, clock });
  const hashing = new Hashing(settings.limits.HASHES_WAITING.points, dependencies.hashCost);
  const passwordRules = new PasswordRules(content);
  const otpAllowance = new OtpAllowance({ limiter, marks, perPhoneDay: settings.otpPerPhoneDay });
  const { sms } = counterparties;
  const messages = new AccountMessages({
    database,
    sms,
    limiter,
    logger: dependencies.logger,
    laos: settings.laos,
  });
  const factors = composeFactors(dependencies, { hashing, limiter, messages });
  const sessions = new SessionService({
    database,
    clock,
    sessionDays: settings.sessionDays,
    laos: settings.laos,
    hashing,
    guard: new LoginGuard({ database, limiter, secrets, clock, marks }),
    devices: new Devices({ database, secrets }),
    codes: factors.codes,
    messages,
    mint,
    marks,
  });
  const resetMessages = new ResetMessages({ content, sms, logger: dependencies.logger });
  return {
    limiter,
    memoryLimiter,
    hashing,
    passwordRules,
    limits: new CallLimits({ limiter, memoryLimiter, mint, marks }),
    allowance: new RegistrationAllowance({ limiter, marks }),
    sessions,
    messages,
    ...factors,
    otps: new OtpService({
      database,
      content,
      sms,
      secrets,
      clock,
      allowance: otpAllowance,
      options: { laos: settings.laos },
    }),
    resetMessages,
    passwordResets: new PasswordResets({
      database,
      codes: new PasswordCodes({ database, secrets, clock, allowance: otpAllowance }),
      messages: resetMessages,
      sessions,
      hashing,
      passwordRules,
      laos: settings.laos,
    }),
  };
}
