import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * An S3-compatible store for tests: objects, ranges and multipart uploads over HTTP, path-style, with AWS
 * Signature Version 4 checked as Amazon documents it ("Authenticating Requests: Using the Authorization
 * Header"). It is written from the protocol alone and shares no code with any client.
 */
export interface S3Keys {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

interface Multipart {
  key: string;
  parts: Map<number, Buffer>;
}

const LEAST_PART_BYTES = 5 * 1024 * 1024;
const MOST_SKEW_MS = 15 * 60_000;
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([\da-f]{64})$/;

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();
const etagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`;

/** Percent-encodes as the signature requires: everything but letters, digits and `-._~`. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

class S3Error extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

/** The emulator, listening on this machine. */
export class S3Emulator {
  /** Stored objects, by bucket and key: `files/chat/name.mp4`. */
  readonly objects = new Map<string, Buffer>();
  readonly #multiparts = new Map<string, Multipart>();
  readonly #keys: S3Keys;
  readonly #server: Server;
  #failing: ((method: string, url: URL) => boolean) | undefined;

  private constructor(keys: S3Keys) {
    this.#keys = keys;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(keys: S3Keys): Promise<S3Emulator> {
    const emulator = new S3Emulator(keys);
    await new Promise<void>((resolve) => {
      emulator.#server.listen(0, '127.0.0.1', resolve);
    });
    return emulator;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Returns the number of uploads that are neither completed nor aborted. */
  get unfinished(): number {
    return this.#multiparts.size;
  }

  /** Makes requests fail with 503 SlowDown where the predicate is true. */
  failWhen(predicate: ((method: string, url: URL) => boolean) | undefined): void {
    this.#failing = predicate;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks);
      const url = new URL(request.url ?? '/', this.url);
      this.#verify(request, url, body);
      if (this.#failing?.(request.method ?? '', url)) throw new S3Error(503, 'SlowDown');
      this.#serve(request, response, url, body);
    } catch (error) {
      const { status, code } = error instanceof S3Error ? error : new S3Error(500, 'InternalError');
      response.writeHead(status, { 'content-type': 'application/xml' });
      response.end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
    }
  }

  /** @throws S3Error unless the request is signed with our keys, body included */
  #verify(request: IncomingMessage, url: URL, body: Buffer): void {
    const match = AUTHORIZATION.exec(request.headers.authorization ?? '');
    if (!match) throw new S3Error(403, 'AccessDenied');
    const [, keyId, day = '', region = '', signedHeaders = '', signature = ''] = match;
    if (keyId !== this.#keys.accessKeyId || region !== this.#keys.region) {
      throw new S3Error(403, 'InvalidAccessKeyId');
    }
    const stamp = String(request.headers['x-amz-date'] ?? '');
    const time = Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
    if (!stamp.startsWith(day) || !(Math.abs(time - Date.now()) <= MOST_SKEW_MS)) {
      throw new S3Error(403, 'RequestTimeTooSkewed');
    }
    const declared = String(request.headers['x-amz-content-sha256'] ?? '');
    if (declared !== sha256(body)) throw new S3Error(400, 'XAmzContentSHA256Mismatch');
    const names = signedHeaders.split(';');
    for (const needed of ['host', 'x-amz-date', 'x-amz-content-sha256']) {
      if (!names.includes(needed)) throw new S3Error(403, 'AccessDenied');
    }
    const query = [...url.searchParams]
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .toSorted()
      .join('&');
    const headers = names.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`).join('');
    const path = decodeURIComponent(url.pathname).split('/').map(encoded).join('/');
    const canonical = [request.method, path, query, headers, signedHeaders, declared].join('\n');
    const scope = `${day}/${region}/s3/aws4_request`;
    const toSign = ['AWS4-HMAC-SHA256', stamp, scope, sha256(canonical)].join('\n');
    const dayKey = hmac(`AWS4${this.#keys.secretAccessKey}`, day);
    const key = hmac(hmac(hmac(dayKey, region), 's3'), 'aws4_request');
    const expected = hmac(key, toSign);
    if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) {
      throw new S3Error(403, 'SignatureDoesNotMatch');
    }
  }

  #serve(request: IncomingMessage, response: ServerResponse, url: URL, body: Buffer): void {
    const key = decodeURIComponent(url.pathname.slice(1));
    const uploadId = url.searchParams.get('uploadId');
    const xml = (text: string): void => {
      response.writeHead(200, { 'content-type': 'application/xml' });
      response.end(text);
    };
    switch (request.method) {
      case 'PUT': {
        if (uploadId === null) this.objects.set(key, body);
        else this.#multipart(uploadId, key).parts.set(Number(url.searchParams.get('partNumber')), body);
        response.writeHead(200, { etag: etagOf(body) }).end();
        return;
      }
      case 'POST': {
        if (uploadId !== null) {
          this.#complete(uploadId, key, body.toString());
          return xml('<CompleteMultipartUploadResult/>');
        }
        if (!url.searchParams.has('uploads')) throw new S3Error(400, 'InvalidRequest');
        const id = randomUUID();
        this.#multiparts.set(id, { key, parts: new Map() });
        return xml(
          `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
        );
      }
      case 'DELETE': {
        if (uploadId === null) this.objects.delete(key);
        else this.#multiparts.delete(uploadId);
        response.writeHead(204).end();
        return;
      }
      default:
        this.#get(request, response, key);
    }
  }

  #get(request: IncomingMessage, response: ServerResponse, key: string): void {
    const object = this.objects.get(key);
    if (!object) throw new S3Error(404, 'NoSuchKey');
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    if (!range) {
      response.writeHead(200, { 'content-length': object.length }).end(object);
      return;
    }
    const [start, end] = [Number(range[1]), Math.min(Number(range[2]), object.length - 1)];
    if (start > end) throw new S3Error(416, 'InvalidRange');
    const part = object.subarray(start, end + 1);
    response.writeHead(206, {
      'content-length': part.length,
      'content-range': `bytes ${start}-${end}/${object.length}`,
    });
    response.end(part);
  }

  #multipart(uploadId: string, key: string): Multipart {
    const multipart = this.#multiparts.get(uploadId);
    if (multipart?.key !== key) throw new S3Error(404, 'NoSuchUpload');
    return multipart;
  }

  #complete(uploadId: string, key: string, list: string): void {
    const { parts } = this.#multipart(uploadId, key);
    const listed = [...list.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)];
    const bytes = listed.map(([, no, etag], index) => {
      const part = parts.get(Number(no));
      if (!part || etagOf(part) !== etag?.replaceAll('&quot;', '"') || Number(no) !== index + 1) {
        throw new S3Error(400, 'InvalidPart');
      }
      if (index < listed.length - 1 && part.length < LEAST_PART_BYTES)
        throw new S3Error(400, 'EntityTooSmall');
      return part;
    });
    if (bytes.length === 0) throw new S3Error(400, 'MalformedXML');
    this.objects.set(key, Buffer.concat(bytes));
    this.#multiparts.delete(uploadId);
  }
}
