import type { Content } from '../content/schema.ts';
import type { Settings } from '../kernel/settings.ts';
import type { Part } from '../ports/part.ts';
import type { ChosenService } from './named-service.ts';
import { chosenDesk, chosenEwallet, chosenGift, chosenSlips, chosenSms } from './named-services.ts';
import { chosenGateway, chosenPayouts } from './payment-services.ts';

/** Returns the services that settings and content name for a part; `house` speaks our own protocol. */
export function chosenServices(
  settings: Settings,
  { depositAccounts }: Pick<Content, 'depositAccounts'>,
  part: Part,
): (ChosenService<object> | 'house')[] {
  if (part === 'sms') return [chosenSms(settings) ?? 'house'];
  if (part === 'desk') return [chosenDesk(settings) ?? 'house'];
  if (part === 'ewallet') return [chosenEwallet(settings) ?? 'house'];
  if (part === 'gift') return [chosenGift(settings) ?? 'house'];
  if (part === 'bank') return chosenBank(settings);
  if (part.startsWith('gateway:')) {
    return [chosenGateway(settings, depositAccounts, part.slice('gateway:'.length)) ?? 'house'];
  }
  return part === 'slip' ? chosenSlips(settings) : ['house'];
}

/** Returns the services of payouts and of the feed: our own protocol is one service for both. */
function chosenBank(settings: Settings): (ChosenService<object> | 'house')[] {
  const payouts = chosenPayouts(settings);
  const isFed = settings.services.bankFeed === 'house';
  return [...(payouts ? [payouts] : []), ...(payouts === undefined || isFed ? (['house'] as const) : [])];
}
