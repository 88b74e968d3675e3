import type { Tracing } from '../kernel/request-tracer.ts';
import type { Settings } from '../kernel/settings.ts';

/** Starts taking traces when a setting says where to send them. Otherwise nothing of them is even loaded. */
export async function startTracing(settings: Pick<Settings, 'tracesUrl'>): Promise<Tracing | undefined> {
  if (settings.tracesUrl === undefined) return undefined;
  const { openTelemetry } = await import('./open-telemetry.ts');
  return openTelemetry(settings.tracesUrl);
}
