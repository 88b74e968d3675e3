import { STAFF_ERROR_STATUS } from '@krapao/contract/staff/errors';
import { useEffect, useState } from 'react';
import { call } from '../lib/call.ts';
import { codeText, useT } from '../lib/i18n.ts';

/** Returns the code with which the operator's own sign-in came back, if it was refused. */
function refusalOf(search: string): string | undefined {
  const code = new URLSearchParams(search).get('error') ?? '';
  return Object.hasOwn(STAFF_ERROR_STATUS, code) ? code : undefined;
}

/** Leads to the operator's own sign-in, where there is one. */
export function ProviderLink() {
  const t = useT();
  const [provider, setProvider] = useState<string | null>(null);
  const refusal = refusalOf(window.location.search);
  useEffect(() => {
    let isShown = true;
    const ask = async () => {
      const ways = await call('GET /staff/api/ways');
      if (isShown) setProvider(ways.provider);
    };
    // Without an answer the other ways are there.
    ask().catch(() => undefined);
    return () => {
      isShown = false;
    };
  }, []);
  if (provider === null) return null;
  return (
    <>
      <a href={provider}>{t('session.provider')}</a>
      {refusal !== undefined && <p role="alert">{codeText('errors', refusal)}</p>}
    </>
  );
}
