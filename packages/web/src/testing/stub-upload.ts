import { vi } from 'vitest';

/** Upload request of the page. */
export interface SentUpload {
  path: string;
  headers: Headers;
  file: File;
  timeoutMs: number;
  aborted: boolean;
  /** Reports the progress of the upload. */
  progress: (loaded: number, total: number) => void;
  /** Answers the request. */
  answer: (status: number, body: unknown) => void;
  /** Loses the connection. */
  lose: () => void;
}

/** Replaces the network by a stub server for uploads, which answers when the test says so. */
export function stubUploads(): SentUpload[] {
  const sent: SentUpload[] = [];
  class StubRequest extends EventTarget {
    readonly upload = new EventTarget();
    readonly #headers = new Headers();
    #path = '';
    timeout = 0;
    status = 0;
    responseText = '';

    open(_method: string, path: string): void {
      this.#path = path;
    }

    getResponseHeader(): null {
      return null;
    }

    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value);
    }

    abort(): void {
      for (const upload of sent) if (upload.headers === this.#headers) upload.aborted = true;
    }

    send(form: FormData): void {
      const file = form.get('file');
      if (!(file instanceof File)) throw new Error('the form has no file');
      sent.push({
        path: this.#path,
        headers: this.#headers,
        file,
        timeoutMs: this.timeout,
        aborted: false,
        progress: (loaded, total) =>
          this.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total, lengthComputable: true })),
        answer: (status, body) => {
          this.status = status;
          this.responseText = JSON.stringify(body);
          this.dispatchEvent(new Event('load'));
        },
        lose: () => this.dispatchEvent(new Event('error')),
      });
    }
  }
  vi.stubGlobal('XMLHttpRequest', StubRequest);
  return sent;
}
