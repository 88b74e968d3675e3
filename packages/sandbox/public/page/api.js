import { say } from './dom.js';

/** Calls the sandbox. @throws Error with the sandbox's own words when it refuses. */
export async function call(method, path, body) {
  const answer = await fetch(path, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const reply = await answer.json();
  if (!answer.ok) throw new Error(reply.message ?? `The sandbox answered ${answer.status}`);
  return reply;
}

/** Runs a button's action: once at a time, with a message about the result. */
export async function act(button, work, done) {
  button.disabled = true;
  try {
    const result = await work();
    say(typeof done === 'function' ? done(result) : done);
  } catch (error) {
    say(error.message, true);
  }
  button.disabled = false;
  document.dispatchEvent(new Event('changed'));
}
