import { useWallet } from '../../wallet/use-wallet.ts';
import { Launcher } from './launcher.tsx';

/** Chat button of a member, who is named in the chat. */
export function MemberChat() {
  const profile = useWallet().userInfo?.profile;
  if (!profile) return null;
  const { _id: userId, username, name } = profile;
  const customer = { userId, guestId: '', username, name };
  return <Launcher known={customer} begin={() => customer} />;
}
