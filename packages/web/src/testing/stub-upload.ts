import { vi } from 'vitest';

/** One request of the page that carries a file. */
export interface SentUpload {
  path: string;
  headers: Headers;
  file: File;
  timeoutMs: number;
  aborted: boolean;
  /** Says how far the sending is. */
  progress: (loaded: number, total: number) => void;
  /** Answers it. */
  answer: (status: number, body: unknown) => void;
  /** The connection is lost. */
  lose: () => void;
}

/** Puts a server in place of the network for uploads, which answers when the test says so. */
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
