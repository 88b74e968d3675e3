import { GameShelves } from '../features/games/game-shelves.tsx';
import { useAgreementPrompt } from '../features/home/use-agreement-prompt.ts';
import { useFreshBalances } from '../features/home/use-fresh-balances.ts';
import { WalletBar } from '../features/home/wallet-bar.tsx';
import { WalletCards } from '../features/home/wallet-cards.tsx';
import { ReferralCard } from '../features/invite/referral-card.tsx';
import { useWallet } from '../wallet/use-wallet.ts';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n/i18n.ts';
import { isOffered } from '../lib/settings.ts';
import { Stack } from '../ui/layout.tsx';

/** The member's home: money, and the games. */
export default function HomeRoute() {
  const t = useT();
  const { userInfo, refresh } = useWallet();
  useDocumentTitle(t('home.title'));
  useFreshBalances(userInfo, refresh);
  useAgreementPrompt();
  return (
    <Stack>
      <h1 className="visually-hidden">{t('home.title')}</h1>
      {isOffered('invite') ? <WalletCards cash={<WalletBar />} bonus={<ReferralCard />} /> : <WalletBar />}
      <GameShelves />
    </Stack>
  );
}
