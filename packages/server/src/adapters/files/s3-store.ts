import { createHash } from 'node:crypto';
import type { AwsClient } from 'aws4fetch';
import { inParts } from '../../kernel/in-parts.ts';
import { assertKey, type FileStore } from '../../ports/file-store.ts';

/** Minimum size of a part in S3, except for the last part of a file. */
const PART_BYTES = 5 * 1024 * 1024;

export interface S3Options {
  /**
   * Endpoint of the buckets: `https://s3.eu-central-1.amazonaws.com`. The bucket is the first part of the
   * path.
   */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Time limit for the store to begin its answer. */
  timeoutMs: number;
}

interface S3Request {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array<ArrayBuffer> | string;
}

/** Sends signed requests to an S3-compatible store. */
class S3Client {
  readonly #options: S3Options;
  #signer: Promise<AwsClient> | undefined;

  constructor(options: S3Options) {
    this.#options = options;
  }

  /** @throws Error Error when the store does not begin its answer in time */
  async call(key: string, { method, query = {}, headers, body }: S3Request): Promise<Response> {
    assertKey(key);
    const { endpoint, bucket, timeoutMs } = this.#options;
    const url = `${endpoint}/${bucket}/${key}?${new URLSearchParams(query).toString()}`;
    const slow = new AbortController();
    const timer = setTimeout(
      () => slow.abort(new Error(`the store did not answer ${method} ${key}`)),
      timeoutMs,
    );
    try {
      const digest = createHash('sha256')
        .update(body ?? '')
        .digest('hex');
      const signer = await (this.#signer ??= this.#connect());
      return await signer.fetch(url.replace(/\?$/, ''), {
        method,
        headers: { ...headers, 'x-amz-content-sha256': digest },
        ...(body !== undefined && { body }),
        signal: slow.signal,
      });
    } finally {
      clearTimeout(timer);
    }
  }

  /** @throws Error Error when the status is not one of the expected ones */
  async expect(key: string, request: S3Request, ...statuses: number[]): Promise<Response> {
    const response = await this.call(key, request);
    if (statuses.includes(response.status)) return response;
    const text = await response.text();
    throw new Error(`the store answered ${request.method} ${key} with ${response.status}: ${codeOf(text)}`);
  }

  /** Loads the signer on first use, so that the server's start does not wait for it. */
  async #connect(): Promise<AwsClient> {
    const { AwsClient: Signer } = await import('aws4fetch');
    const { accessKeyId, secretAccessKey, region } = this.#options;
    return new Signer({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  }
}

/**
 * Stores files in an S3-compatible store, signed with AWS Signature Version 4 including bodies. A file of
 * several parts is a multipart upload. The store discards an aborted upload.
 */
export function createS3Store(options: S3Options): FileStore {
  const client = new S3Client(options);

  const putParts = async (
    key: string,
    uploadId: string,
    parts: AsyncIterable<Uint8Array<ArrayBuffer>>,
  ): Promise<void> => {
    const tags: string[] = [];
    for await (const body of parts) {
      const query = { partNumber: String(tags.length + 1), uploadId };
      const response = await client.expect(key, { method: 'PUT', query, body }, 200);
      await response.arrayBuffer();
      tags.push(response.headers.get('etag') ?? '');
    }
    const listed = tags.map((tag, n) => `<Part><PartNumber>${n + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
    const body = `<CompleteMultipartUpload>${listed.join('')}</CompleteMultipartUpload>`;
    const response = await client.expect(key, { method: 'POST', query: { uploadId }, body }, 200);
    // A failure may come after the status.
    const text = await response.text();
    if (text.includes('<Error>')) throw new Error(`the store did not put ${key} together: ${codeOf(text)}`);
  };

  return {
    // One part being collected, and one being sent.
    bytesInHand: 2 * PART_BYTES,

    async write(key, content) {
      const parts = inParts(content, PART_BYTES);
      const first = await parts.next();
      const body = first.done ? new Uint8Array() : first.value;
      if (body.length < PART_BYTES) {
        await (await client.expect(key, { method: 'PUT', body }, 200)).arrayBuffer();
        return;
      }
      const begun = await (await client.expect(key, { method: 'POST', query: { uploads: '' } }, 200)).text();
      const uploadId = /<UploadId>([^<]+)<\/UploadId>/.exec(begun)?.[1];
      if (!uploadId) throw new Error(`the store began no upload of ${key}`);
      try {
        await putParts(key, uploadId, andThen(body, parts));
      } catch (error) {
        await client.call(key, { method: 'DELETE', query: { uploadId } }).catch(() => undefined);
        throw error;
      }
    },

    async *read(key, { start, end }) {
      const headers = { range: `bytes=${start}-${end}` };
      const { body } = await client.expect(key, { method: 'GET', headers }, 200, 206);
      if (body) yield* body;
    },

    async remove(key) {
      await (await client.expect(key, { method: 'DELETE' }, 204, 200, 404)).arrayBuffer();
    },
  };
}

async function* andThen<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}

const codeOf = (text: string): string => /<Code>([^<]+)<\/Code>/.exec(text)?.[1] ?? 'no code';
