import type { Tracing } from '../kernel/request-tracer.ts';
import type { Settings } from '../kernel/settings.ts';

/** Starts tracing if a setting has a destination. Otherwise the tracing code is not even loaded. */
export async function startTracing(settings: Pick<Settings, 'tracesUrl'>): Promise<Tracing | undefined> {
  if (settings.tracesUrl === undefined) return undefined;
  const { openTelemetry } = await import('./open-telemetry.ts');
  return openTelemetry(settings.tracesUrl);
}
