import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stubNavigator } from '../../testing/stub-navigator.ts';
import { handOver } from './qr-picture.ts';

const picture = new Blob(['png'], { type: 'image/png' });
const share = vi.fn<(data: ShareData) => Promise<void>>();
const downloads: string[] = [];

function device({ isPhone, canShare }: { isPhone: boolean; canShare: boolean }): void {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: isPhone } as MediaQueryList);
  stubNavigator({ canShare: () => canShare });
}

beforeEach(() => {
  downloads.length = 0;
  share.mockReset().mockResolvedValue();
  stubNavigator({ share });
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    downloads.push(`${this.download} ${this.href}`);
  });
});

describe('handOver', () => {
  it('opens the share sheet of a phone', async () => {
    device({ isPhone: true, canShare: true });
    await handOver(picture, 'qr-500.00.png');
    expect(share.mock.calls[0]?.[0].files?.map(({ name, type }) => [name, type])).toEqual([
      ['qr-500.00.png', 'image/png'],
    ]);
    expect(downloads).toEqual([]);
  });

  it.each([
    ['a computer', { isPhone: false, canShare: true }],
    ['a phone that cannot share files', { isPhone: true, canShare: false }],
  ])('downloads on %s', async (_, kind) => {
    device(kind);
    await handOver(picture, 'qr-500.00.png');
    expect(share).not.toHaveBeenCalled();
    expect(downloads).toEqual(['qr-500.00.png blob:picture']);
  });

  it('does nothing more when the share sheet was closed, and downloads when sharing is refused', async () => {
    device({ isPhone: true, canShare: true });
    share.mockRejectedValueOnce(new DOMException('closed', 'AbortError'));
    await handOver(picture, 'qr.png');
    expect(downloads).toEqual([]);
    share.mockRejectedValueOnce(new DOMException('refused', 'NotAllowedError'));
    await handOver(picture, 'qr.png');
    expect(downloads).toHaveLength(1);
  });
});
