import { z } from 'zod';
import { done, lines, requiredLines, requiredText, nameText, text, timestamp } from './fields.ts';
import { CHAT_IMAGE_MAX_BYTES, CHAT_TEXT_MAX, CHAT_VIDEO_MAX_BYTES } from './limits.ts';
import { defineArea, defineRoute } from './route.ts';

/** Chatting with the operator’s support, as a member or as a guest. */

const button = z.object({
  type: z.enum(['web_url', 'postback']),
  title: z.string(),
  url: z.string().optional().meta({ description: 'Of a web_url' }),
  payload: z.string().optional().meta({ description: 'Of a postback: what pressing it sends' }),
});

const textMessage = z.object({
  message_type: z.literal('text'),
  payload: z.object({ text: requiredLines(CHAT_TEXT_MAX) }),
});

export const MEDIA_KINDS = ['image', 'video', 'file'] as const;

const mediaMessage = z.object({
  message_type: z.literal('media'),
  payload: z.object({
    message: lines(CHAT_TEXT_MAX),
    url: z.string().max(2_000),
    fileType: z.enum(MEDIA_KINDS),
    filePath: z.string().max(200),
  }),
});

const postbackMessage = z.object({
  message_type: z.literal('postback'),
  payload: z.object({ title: requiredText(200), payload: requiredText(1_000) }),
});

/** Messages a customer may send. */
const customerMessage = z.discriminatedUnion('message_type', [textMessage, mediaMessage, postbackMessage]);

/** Messages a conversation may contain. */
export const chatContent = z.discriminatedUnion('message_type', [
  z.object({ message_type: z.literal('text'), payload: z.object({ text: z.string() }) }),
  mediaMessage,
  postbackMessage,
  z.object({
    message_type: z.literal('buttons'),
    payload: z.object({ text: z.string(), buttons: z.array(button) }),
  }),
  z.object({
    message_type: z.literal('quick_replies'),
    payload: z.object({
      text: z.string(),
      quick_replies: z.array(z.object({ title: z.string(), payload: z.string() })),
    }),
  }),
  z.object({
    message_type: z.literal('generic'),
    payload: z.object({
      elements: z.array(
        z.object({
          title: z.string(),
          subtitle: z.string(),
          image_url: z.string(),
          buttons: z.array(button),
        }),
      ),
    }),
  }),
]);
export type ChatContent = z.output<typeof chatContent>;

const chatMessage = z.object({
  _id: z.uuid().meta({ description: 'Made by the sender: the same id again is the same message' }),
  seq: z.int().meta({ description: 'Rises with every message of the conversation' }),
  sender: z.enum(['customer', 'operator']),
  message: chatContent,
  createdAt: timestamp,
  session_id: z.string(),
  userId: z.string(),
  guestId: z.string(),
  username: z.string(),
  name: z.string(),
  deviceToken: z.string(),
});
export type ChatMessage = z.output<typeof chatMessage>;

/** Owner of a conversation: a member by their token, a guest by an unguessable id. */
const who = { userId: text(100), guestId: z.union([z.literal(''), z.uuid()]) };

const uploaded = z.object({ url: z.string(), filePath: z.string(), fileType: z.enum(MEDIA_KINDS) });

export const chat = defineArea({
  'GET /api/chat/config': defineRoute({
    method: 'GET',
    path: '/api/chat/config',
    access: 'anyone',
    summary: 'The prefix of room names',
    response: z.object({ PREFIX: z.string() }),
    errors: [],
  }),
  'POST /api/chat/send-message': defineRoute({
    method: 'POST',
    path: '/api/chat/send-message',
    access: 'anyone',
    summary: 'Send one message; the same _id again sends nothing more',
    body: z.object({
      _id: z.uuid(),
      sender: z.literal('customer'),
      message: customerMessage,
      session_id: text(100),
      ...who,
      username: nameText(100),
      name: nameText(100),
      deviceToken: text(300),
    }),
    response: chatMessage,
    errors: ['UNAUTHORIZED', 'REQUEST_LIMIT', 'KEY_INVALID'],
  }),
  'POST /api/chat/history': defineRoute({
    method: 'POST',
    path: '/api/chat/history',
    access: 'anyone',
    summary: 'Messages of the conversation: newest first by skip, or those after a seq, oldest first',
    body: z.object({
      ...who,
      limit: z.int().min(1).max(100),
      skip: z.int().min(0).max(1_000_000),
      afterSeq: z.int().min(0).max(2_147_483_647).optional(),
    }),
    response: z.object({
      messages: z.array(chatMessage),
      total: z.int(),
      readSeq: z.int().meta({ description: 'Up to where the customer has read' }),
    }),
    errors: ['UNAUTHORIZED'],
  }),
  'POST /api/chat/upload-image': defineRoute({
    method: 'POST',
    path: '/api/chat/upload-image',
    access: 'anyone',
    summary:
      'Upload a picture: multipart, field `file`; a guest sends `x-guest-id`, or `guestId` in the query',
    query: z.object({ guestId: z.uuid().optional() }),
    upload: { field: 'file', maxBytes: CHAT_IMAGE_MAX_BYTES },
    response: uploaded,
    errors: ['UNAUTHORIZED', 'FILE_NOT_SUPPORTED', 'FILE_TOO_LARGE', 'REQUEST_LIMIT'],
  }),
  'POST /api/chat/upload-video': defineRoute({
    method: 'POST',
    path: '/api/chat/upload-video',
    access: 'anyone',
    summary: 'Upload a video: multipart, field `file`; a guest sends `x-guest-id`, or `guestId` in the query',
    query: z.object({ guestId: z.uuid().optional() }),
    upload: { field: 'file', maxBytes: CHAT_VIDEO_MAX_BYTES },
    response: uploaded,
    errors: ['UNAUTHORIZED', 'FILE_NOT_SUPPORTED', 'FILE_TOO_LARGE', 'REQUEST_LIMIT'],
  }),
  'PUT /api/chat/read-customer/': defineRoute({
    method: 'PUT',
    path: '/api/chat/read-customer/',
    access: 'anyone',
    summary: 'Everything so far has been read',
    body: z.object(who),
    response: done,
    errors: ['UNAUTHORIZED'],
  }),
});
