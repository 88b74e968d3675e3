import { randomUUID } from 'node:crypto';
import { callOnce, type Answer } from './call.ts';

/** Sends a guest's message to the staff, who can answer from then on. */
export function greet(url: string, guestId: string): Promise<Answer | undefined> {
  const body = {
    _id: randomUUID(),
    sender: 'customer',
    message: { message_type: 'text', payload: { text: 'hello' } },
    session_id: '',
    userId: '',
    guestId,
    username: '',
    name: '',
    deviceToken: '',
  };
  return callOnce(`${url}/api/chat/send-message`, { method: 'POST', body });
}
