import { useWallet } from '../session/use-wallet.ts';
import { Launcher } from './launcher.tsx';

/** The way into the chat of a member, who is named there. */
export function MemberChat() {
  const profile = useWallet().userInfo?.profile;
  if (!profile) return null;
  const { _id: userId, username, name } = profile;
  const customer = { userId, guestId: '', username, name };
  return <Launcher known={customer} begin={() => customer} />;
}
