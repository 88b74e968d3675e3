import { messageText } from '../../lib/api-error.ts';
import { useT } from '../../lib/i18n/i18n.ts';
import type { ModalComponentProps } from '../../lib/modal-store.ts';
import { useApi } from '../../lib/use-api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Stack } from '../../ui/layout.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useRefreshOnOpen } from '../../wallet/use-refresh-on-open.ts';
import { useWallet } from '../../wallet/use-wallet.ts';
import type { GameAccount, UserInfo } from '../../wallet/wallet-state.ts';
import { StopNote } from '../protection/stop-api.tsx';
import { ActivateButton, ActivateText } from './activate.tsx';
import { AppLinks } from './app-links.tsx';
import { GameHero } from './game-hero.tsx';
import { GameLogin } from './game-login.tsx';
import { GameNotices } from './game-notices.tsx';
import { MovePanel } from './move-panel.tsx';
import { useGameActions } from './use-game-actions.ts';

type Props = ModalComponentProps<'game-account'>;

/** One game account: its credit, playing, moving credit either way, and its log-in data. */
export function GameAccountModal({ props, onClose }: Props) {
  const t = useT();
  const { userInfo, error, reload } = useWallet();
  useRefreshOnOpen();
  const account = userInfo?.slots.find((slot) => slot.code === props.code);
  if (userInfo && account) return <AccountDialog account={account} userInfo={userInfo} onClose={onClose} />;
  return (
    <Dialog title={t('games.title')} onClose={() => onClose()}>
      {userInfo && <EmptyState icon="gamepad" title={messageText('NO_GAME')} />}
      {!userInfo && (error === undefined ? <Spinner /> : <LoadFailed onRetry={reload} />)}
    </Dialog>
  );
}

interface AccountProps extends Pick<Props, 'onClose'> {
  account: GameAccount;
  userInfo: UserInfo;
}

function AccountDialog({ account, userInfo, onClose }: AccountProps) {
  const { isActive, code } = account;
  const isStopped = userInfo.standing?.stop !== undefined;
  const login = useApi(
    isActive && !isStopped ? 'GET /api/wallet/account/:slotCode' : null,
    { params: { slotCode: code } },
    { revalidateOnFocus: false },
  );
  const actions = useGameActions({ account, userInfo, onClose });

  return (
    <Dialog
      title={account.name}
      onClose={() => onClose()}
      busy={actions.running !== null}
      footer={isActive || isStopped ? undefined : <ActivateButton actions={actions} />}
    >
      <Stack>
        <GameHero account={account} userInfo={userInfo} actions={actions} />
        <GameNotices account={account} currency={userInfo.currency} />
        {isActive && <MovePanel account={account} userInfo={userInfo} actions={actions} />}
        {isStopped ? (
          <StopNote />
        ) : (
          <>
            {isActive ? <GameLogin account={account} login={login} /> : <ActivateText name={account.name} />}
            <AppLinks account={account} />
          </>
        )}
      </Stack>
    </Dialog>
  );
}
