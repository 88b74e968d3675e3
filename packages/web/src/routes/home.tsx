import type { ComponentType } from 'react';
import { GameShelves } from '../features/games/game-shelves.tsx';
import { useAgreementPrompt } from '../features/home/use-agreement-prompt.ts';
import { useFreshBalances } from '../features/home/use-fresh-balances.ts';
import { WalletBar } from '../features/home/wallet-bar.tsx';
import { WalletCards } from '../features/home/wallet-cards.tsx';
import { ReferralCard } from '../features/invite/referral-card.tsx';
import { ProtectionLine } from '../features/protection/protection-api.tsx';
import { useIsStopped } from '../features/protection/stop-api.tsx';
import { useWallet } from '../wallet/use-wallet.ts';
import { useDocumentTitle } from '../lib/document-title.ts';
import { atOnce } from '../lib/at-once.ts';
import { loadWords, useT } from '../lib/i18n/i18n.ts';
import { isOffered } from '../lib/settings.ts';
import { Late } from '../ui/late.tsx';
import { Stack } from '../ui/layout.tsx';

async function loadStanding(): Promise<ComponentType> {
  const [{ HomeStanding }] = await Promise.all([
    import('../features/protection/home-standing.tsx'),
    loadWords('safe'),
  ]);
  return HomeStanding;
}

/** The member's home: money, and the games. */
export default function HomeRoute() {
  const t = useT();
  const { userInfo, refresh } = useWallet();
  useDocumentTitle(t('home.title'));
  useFreshBalances(userInfo, refresh);
  useAgreementPrompt();
  const isStopped = useIsStopped();
  const isTold = isStopped || userInfo?.standing?.ask === 'review' || (userInfo?.heldMinor ?? 0n) > 0n;
  return (
    <Stack>
      <h1 className="visually-hidden">{t('home.title')}</h1>
      {isTold && <Late load={loadStanding} when={atOnce} />}
      {isOffered('invite') && !isStopped ? (
        <WalletCards cash={<WalletBar />} bonus={<ReferralCard />} />
      ) : (
        <WalletBar />
      )}
      <ProtectionLine />
      <GameShelves />
    </Stack>
  );
}
