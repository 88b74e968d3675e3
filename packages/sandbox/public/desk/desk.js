// The staff's page: lists conversations, shows one, and answers in it.
const POLL_MS = 1_000;
const byId = (id) => document.getElementById(id);
const [pulse, rooms, noRooms, conversation, messages] = [
  'pulse',
  'rooms',
  'no-rooms',
  'conversation',
  'messages',
].map(byId);

let current = null;
let list = [];
let shown = '';

async function control(method, path, body) {
  const sent = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`/control/desk${path}`, { method, ...sent });
  if (!response.ok) throw new Error(`${response.status}`);
  return response.json();
}

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

const pathOf = (room) => `/${encodeURIComponent(room)}`;

function drawRooms() {
  noRooms.hidden = list.length > 0;
  rooms.replaceChildren(
    ...list.map(({ room, name }) => {
      const button = element(
        'button',
        { type: 'button', onclick: () => open(room) },
        element('strong', { textContent: name || 'Guest' }),
        element('small', { className: 'soft', textContent: room }),
      );
      button.setAttribute('aria-current', String(room === current));
      return element('li', {}, button);
    }),
  );
}

/** Pictures and videos are at the wallet's server. */
function mediaOf({ url, fileType, message }, callbackUrl) {
  const address = new URL(url, callbackUrl).href;
  if (!/^https?:/.test(address)) return [message];
  const media =
    fileType === 'video'
      ? element('video', { src: address, controls: true })
      : element('img', { src: address, alt: 'Picture from the player' });
  return [media, message];
}

function bodyOf({ content: { message_type: kind, payload } }, callbackUrl) {
  if (kind === 'media') return mediaOf(payload, callbackUrl);
  if (kind === 'postback') return [`▸ ${payload.title}`];
  if (kind === 'generic') return [payload.elements.map(({ title }) => title).join(' · ')];
  const presses = [...(payload.buttons ?? []), ...(payload.quick_replies ?? [])].map(
    ({ title }) => `[${title}]`,
  );
  return [[payload.text, ...presses].join(' ')];
}

async function drawMessages() {
  const room = list.find((candidate) => candidate.room === current);
  conversation.hidden = !room;
  if (!room) return;
  byId('room-name').textContent = room.name || 'Guest';
  byId('bot').checked = room.bot;
  const said = await control('GET', pathOf(current));
  const key = `${current} ${said.length}`;
  if (key === shown) return;
  shown = key;
  messages.replaceChildren(
    ...said.map((message) => {
      const time = new Date(message.at).toLocaleTimeString();
      const item = element('li', {}, ...bodyOf(message, room.callbackUrl));
      item.append(element('small', { textContent: `${message.name || 'Guest'} · ${time}` }));
      item.dataset.from = message.from;
      return item;
    }),
  );
  messages.scrollTop = messages.scrollHeight;
}

async function refresh() {
  try {
    list = await control('GET', '');
    drawRooms();
    await drawMessages();
    pulse.textContent = 'Live';
  } catch {
    pulse.textContent = 'No connection';
  }
}

function open(room) {
  current = room;
  shown = '';
  void refresh();
}

async function answer() {
  const field = byId('text');
  const text = field.value.trim();
  if (text === '' || current === null) return;
  field.value = '';
  try {
    await control('POST', pathOf(current), { text });
  } catch {
    field.value = text;
  }
  await refresh();
}

async function switchBot(on) {
  try {
    await control('POST', `${pathOf(current)}/bot`, { on });
  } finally {
    await refresh();
  }
}

byId('answer').addEventListener('submit', (event) => {
  event.preventDefault();
  void answer();
});
byId('bot').addEventListener('change', (event) => void switchBot(event.target.checked));

await refresh();
setInterval(() => void refresh(), POLL_MS);
