import type { ChatContent } from '@krapao/contract/chat';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';
import { noAnswer, refuse, stubApi, type StubApi } from '../../testing/stub-api.ts';
import { StubChat } from '../../testing/stub-chat.ts';
import { stubUploads, type SentUpload } from '../../testing/stub-upload.ts';
import { toasts } from '../../ui/toast-store.ts';
import { ChatLauncher } from './chat-launcher.tsx';

/** Built without a realtime backend: sockets in a browser are tested by the end-to-end journeys. */
vi.mock(import('./build-settings.ts'), () => ({ CHAT_URL: '' }));

/** Interval of the chat's checks for new messages. */
const CHECK_MS = 5_000;

let server: StubChat;
let api: StubApi;
let uploads: SentUpload[];

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  server = new StubChat();
  api = stubApi({ ...server.replies, 'GET /api/lookup/enableChatWidget': { isActive: true } });
  uploads = stubUploads();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function openChat(): Promise<void> {
  renderApp(<ChatLauncher />);
  fireEvent.click(await screen.findByRole('button', { name: /Chat with our team/ }));
  await screen.findByRole('dialog');
}

const field = () => screen.findByLabelText<HTMLTextAreaElement>('Write a message');
async function write(text: string): Promise<void> {
  fireEvent.change(await field(), { target: { value: text } });
}
async function send(text: string): Promise<void> {
  await write(text);
  fireEvent.keyDown(await field(), { key: 'Enter' });
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const rows = () =>
  within(screen.getByRole('region', { name: 'Messages of the chat' })).getAllByRole('listitem');

describe('the way into the chat', () => {
  it.each([
    ['is closed', { isActive: false }],
    ['cannot be told', noAnswer],
  ])('is not offered where it %s', async (_, reply) => {
    api.set({ 'GET /api/lookup/enableChatWidget': reply });
    renderApp(<ChatLauncher />);
    await waitFor(() => expect(api.to('GET /api/lookup/enableChatWidget')).toHaveLength(1));
    await pass(100);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('makes a guest no id until they chat, and keeps it', async () => {
    renderApp(<ChatLauncher />);
    const open = await screen.findByRole('button', { name: /Chat with our team/ });
    expect(localStorage.getItem('guestId')).toBeNull();
    expect(api.to('POST /api/chat/history')).toEqual([]);
    fireEvent.click(open);
    await screen.findByRole('dialog');
    const id = localStorage.getItem('guestId');
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    await press('Close');
    fireEvent.click(await screen.findByRole('button', { name: /Chat with our team/ }));
    expect(localStorage.getItem('guestId')).toBe(id);
  });

  it('tells how many messages wait, until they have been seen', async () => {
    localStorage.setItem('guestId', 'f81d4fae-7dec-41d0-a765-00a0c91e6bf6');
    server.saysLines(3);
    server.readSeq = 1;
    renderApp(<ChatLauncher />);
    fireEvent.click(await screen.findByRole('button', { name: /New messages: 2/ }));
    await screen.findByText('line 3');
    await pass(1_000);
    expect(server.readSeq).toBe(3);
    await press('Close');
    expect(screen.getByRole('button', { name: /Chat with our team/ }).textContent).not.toContain(
      'New messages',
    );
  });
});

describe('writing', () => {
  it('sends by Enter what is left after trimming, and nothing of blanks', async () => {
    await openChat();
    await send('   \n ');
    fireEvent.change(await field(), { target: { value: 'first line' } });
    fireEvent.keyDown(await field(), { key: 'Enter', shiftKey: true });
    fireEvent.keyDown(await field(), { key: 'Enter', isComposing: true });
    expect(server.customersTexts).toEqual([]);
    await send('  hello \n');
    await waitFor(() => expect(server.customersTexts).toEqual(['hello']));
    expect((await field()).value).toBe('');
    expect((await field()).maxLength).toBe(2_000);
  });

  it('has a button for it, which works only when there is something to send', async () => {
    await openChat();
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Send' })).disabled).toBe(true);
    await write('hello');
    fireEvent.submit(await field());
    await waitFor(() => expect(server.customersTexts).toEqual(['hello']));
    expect(await screen.findByRole('img', { name: 'Sent' })).toBeDefined();
  });

  it('shows what waits for the network, and where it failed, by the words of the code', async () => {
    await openChat();
    server.fault = noAnswer;
    await send('hello');
    expect(await screen.findByText('hello')).toBeDefined();
    expect(screen.getByRole('img', { name: 'Sending' })).toBeDefined();
    server.fault = refuse(400, 'KEY_INVALID');
    await pass(CHECK_MS);
    expect((await screen.findByRole('alert')).textContent).not.toContain('KEY_INVALID');
    server.fault = undefined;
    await press('Send again');
    await waitFor(() => expect(server.customersTexts).toEqual(['hello']));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('attaching', () => {
  const attach = async (...files: File[]) =>
    fireEvent.change(await screen.findByLabelText('Attach a picture or a video'), { target: { files } });
  const sized = (name: string, type: string, size: number) =>
    Object.defineProperty(new File(['x'], name, { type }), 'size', { value: size });
  const MB = 1024 * 1024;

  it('refuses by the exact words what may not be sent', async () => {
    await openChat();
    await attach(sized('drawing.svg', 'image/svg+xml', 10));
    expect(toasts.get().map(({ text }) => text)).toEqual(['File is not supported']);
    await attach(sized('photo', 'image/png', 10));
    expect(toasts.get().map(({ text }) => text)).toEqual(['File is not supported']);
    await attach(sized('photo.png', 'image/png', 10 * MB + 1), sized('film.mp4', 'video/mp4', 21 * MB));
    expect(
      toasts
        .get()
        .slice(-2)
        .map(({ text }) => text),
    ).toEqual([
      'The file is too large. Please select file no larger than 10 MB.',
      'The file is too large. Please select file no larger than 20 MB.',
    ]);
    expect(uploads).toEqual([]);
  });

  it('shows how far it is, why it failed, and removes it', async () => {
    await openChat();
    await attach(new File(['<html>'], 'page.png', { type: 'image/png' }));
    await waitFor(() => expect(uploads).toHaveLength(1));
    act(() => uploads[0]?.progress(42, 100));
    expect(screen.getByLabelText<HTMLProgressElement>('Uploading page.png 42%').value).toBe(42);
    await act(async () => uploads[0]?.answer(415, { message: 'FILE_NOT_SUPPORTED' }));
    expect((await screen.findByRole('alert')).textContent).toBe('File is not supported');
    expect(screen.getByRole('button', { name: 'Send again' })).toBeDefined();
    await press('Remove');
    expect(screen.queryByText('page.png')).toBeNull();
  });

  it('takes a picture that is pasted', async () => {
    await openChat();
    const files = [new File(['x'], 'pasted.png', { type: 'image/png' })];
    fireEvent.paste(await field(), { clipboardData: { files } });
    await waitFor(() => expect(uploads).toHaveLength(1));
    await act(async () =>
      uploads[0]?.answer(200, { url: '/chat-files/y.png', filePath: 'y.png', fileType: 'image' }),
    );
    expect((await screen.findByRole('img', { name: 'Picture' })).getAttribute('src')).toBe(
      `${window.location.origin}/chat-files/y.png`,
    );
  });
});

describe('what messages look like', () => {
  const show = async (...contents: (ChatContent | string)[]) => {
    for (const content of contents) server.says(content);
    await openChat();
  };

  it('text is text, and only web addresses are links', async () => {
    await show('<img src=x onerror=alert(1)> javascript:alert(1) https://a.example/b.');
    expect(await screen.findByText(/<img src=x onerror=alert\(1\)>/)).toBeDefined();
    const links = within(screen.getByRole('dialog')).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://a.example/b']);
    expect(links[0]?.getAttribute('rel')).toContain('noopener');
  });

  it('buttons open web addresses or send what they say', async () => {
    const payload = {
      text: 'How can we help?',
      buttons: [
        { type: 'postback' as const, title: 'Deposit', payload: 'HELP_DEPOSIT' },
        { type: 'web_url' as const, title: 'Bank', url: 'https://bank.example/' },
        { type: 'web_url' as const, title: 'Trap', url: 'javascript:alert(1)' },
      ],
    };
    await show({ message_type: 'buttons', payload });
    expect((await screen.findByRole('link', { name: 'Bank' })).getAttribute('href')).toBe(
      'https://bank.example/',
    );
    expect(screen.queryByRole('link', { name: 'Trap' })).toBeNull();
    await press('Deposit');
    await waitFor(() =>
      expect(server.messages.at(-1)?.message).toEqual({
        message_type: 'postback',
        payload: { title: 'Deposit', payload: 'HELP_DEPOSIT' },
      }),
    );
    expect(rows().at(-1)?.textContent).toContain('Deposit');
  });

  it('quick replies go when one has been pressed', async () => {
    const quick_replies = [
      { title: 'Yes', payload: 'YES' },
      { title: 'No', payload: 'NO' },
    ];
    await show({ message_type: 'quick_replies', payload: { text: 'Sure?', quick_replies } });
    await press('No');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Yes' })).toBeNull());
    await waitFor(() => expect(server.customersTexts).toEqual(['postback']));
  });

  it('cards, pictures, videos and files are shown, and what is unknown by its words', async () => {
    const media = (fileType: 'image' | 'video' | 'file', url: string): ChatContent => ({
      message_type: 'media',
      payload: { message: '', url, fileType, filePath: `the ${fileType}` },
    });
    const card = { title: 'By QR', subtitle: 'At once', image_url: '', buttons: [] };
    await show(
      { message_type: 'generic', payload: { elements: [card, { ...card, title: 'By bank' }] } },
      media('image', '/chat-files/a.png'),
      media('video', '/chat-files/b.mp4'),
      media('file', 'https://a.example/c.pdf'),
      media('image', 'javascript:alert(1)'),
      { message_type: 'hologram', payload: { text: 'from the future' } } as unknown as ChatContent,
      { message_type: 'hologram', payload: null } as unknown as ChatContent,
    );
    expect(await screen.findByText('By bank')).toBeDefined();
    expect(screen.getAllByRole('img', { name: 'Picture' })).toHaveLength(1);
    expect(screen.getByLabelText('Video').getAttribute('src')).toContain('/chat-files/b.mp4');
    expect(screen.getByRole('link', { name: 'the file' }).getAttribute('href')).toBe(
      'https://a.example/c.pdf',
    );
    expect(screen.getByText('the image')).toBeDefined();
    expect(screen.getByText('from the future')).toBeDefined();
    expect(screen.getByText('This version of the app cannot show this message')).toBeDefined();
  });
});

describe('reading', () => {
  /** Gives the messages a height, as a browser would. */
  function layOut(box: HTMLElement): { scrollTo: (top: number) => void } {
    let top = 0;
    const height = () => rows().length * 50;
    const limit = () => Math.max(0, height() - 200);
    Object.defineProperties(box, {
      scrollHeight: { get: height },
      clientHeight: { get: () => 200 },
      scrollTop: {
        get: () => top,
        set: (next: number) => {
          top = Math.min(Math.max(0, next), limit());
        },
      },
    });
    box.scrollTo = (options) => {
      box.scrollTop = typeof options === 'object' ? (options.top ?? 0) : 0;
      fireEvent.scroll(box);
    };
    return { scrollTo: (next) => box.scrollTo({ top: next }) };
  }

  async function openLong(): Promise<{ box: HTMLElement; scrollTo: (top: number) => void }> {
    server.saysLines(40);
    await openChat();
    await screen.findByText('line 40');
    const box = screen.getByRole('region', { name: 'Messages of the chat' });
    const { scrollTo } = layOut(box);
    scrollTo(10_000);
    await pass(1_000);
    return { box, scrollTo };
  }

  it('keeps its place while older messages come in above', async () => {
    const { box, scrollTo } = await openLong();
    const before = box.scrollHeight;
    scrollTo(20);
    await screen.findByText('line 21');
    await waitFor(() => expect(box.scrollHeight).toBe(before + 500));
    expect(box.scrollTop).toBe(20 + 500);
    expect(api.to('POST /api/chat/history').at(-1)?.body).toMatchObject({ limit: 10, skip: 10 });
  });

  it('announces what comes while the reader is further up, and leaves it unread', async () => {
    const { box, scrollTo } = await openLong();
    scrollTo(box.scrollHeight - 200 - 61);
    server.says('the money is here');
    await pass(CHECK_MS);
    const preview = await screen.findByRole('button', { name: /New messages: 1\s*the money is here/ });
    await pass(2_000);
    expect(server.readSeq).toBe(40);
    fireEvent.click(preview);
    await pass(2_000);
    expect(box.scrollTop).toBe(box.scrollHeight - 200);
    expect(screen.queryByRole('button', { name: /New messages/ })).toBeNull();
    expect(server.readSeq).toBe(41);
  });

  it('counts 60 px from the end as the end, and follows what comes', async () => {
    const { box, scrollTo } = await openLong();
    scrollTo(box.scrollHeight - 200 - 60);
    server.says('the money is here');
    await pass(CHECK_MS);
    await screen.findByText('the money is here');
    expect(screen.queryByRole('button', { name: /New messages/ })).toBeNull();
    expect(box.scrollTop).toBe(box.scrollHeight - 200);
  });
});

it('says that chatting cannot start where the server refuses, and tries again', async () => {
  server.fault = refuse(401, 'UNAUTHORIZED');
  await openChat();
  expect((await screen.findByRole('alert')).textContent).toContain('Cannot start chatting');
  expect((await field()).disabled).toBe(true);
  server.fault = undefined;
  server.says('welcome');
  await press('Try again');
  expect(await screen.findByText('welcome')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('says that the chat is not reached, and offers another try', async () => {
  server.fault = noAnswer;
  await openChat();
  expect((await screen.findByRole('alert')).textContent).toContain('The chat cannot be reached yet');
  server.fault = undefined;
  server.says('welcome');
  await press('Try again');
  expect(await screen.findByText('welcome')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});
