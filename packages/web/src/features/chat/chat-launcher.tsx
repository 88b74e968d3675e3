import { atOnce } from '../../lib/at-once.ts';
import { readFlag } from '../../lib/read-flag.ts';
import { useToken } from '../../lib/session-token.ts';
import { useApi } from '../../lib/use-api.ts';
import { Late } from '../../ui/late.tsx';
import { guest, knownGuestId } from './customer.ts';
import { Launcher } from './launcher.tsx';

/** Includes the member's data, which guests do not need. */
const loadMemberChat = () => import('./member-chat.tsx').then((module) => module.MemberChat);

/** Button that opens the chat, where the operator offers it, with the number of unread messages. */
export function ChatLauncher() {
  const { data } = useApi('GET /api/lookup/enableChatWidget');
  const isMember = useToken() !== null;
  if (readFlag(data, 'enableChatWidget') !== true) return null;
  if (!isMember) return <GuestChat />;
  return <Late load={loadMemberChat} when={atOnce} />;
}

function GuestChat() {
  // A guest who never opens the chat needs no id.
  const known = knownGuestId() === null ? null : guest();
  return <Launcher known={known} begin={guest} />;
}
