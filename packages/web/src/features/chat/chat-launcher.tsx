import { lazy, Suspense } from 'react';
import { readFlag } from '../../lib/read-flag.ts';
import { useToken } from '../../lib/session-token.ts';
import { useApi } from '../../lib/use-api.ts';
import { guest, knownGuestId } from './customer.ts';
import { Launcher } from './launcher.tsx';

/** With what knows of a member, which guests do without. */
const MemberChat = lazy(() => import('./member-chat.tsx').then((module) => ({ default: module.MemberChat })));

/** The way into the chat, where the operator offers it; with the number of messages not read yet. */
export function ChatLauncher() {
  const { data } = useApi('GET /api/lookup/enableChatWidget');
  const isMember = useToken() !== null;
  if (readFlag(data, 'enableChatWidget') !== true) return null;
  if (!isMember) return <GuestChat />;
  return (
    <Suspense fallback={null}>
      <MemberChat />
    </Suspense>
  );
}

function GuestChat() {
  // Who never opens the chat needs no id.
  const known = knownGuestId() === null ? null : guest();
  return <Launcher known={known} begin={guest} />;
}
