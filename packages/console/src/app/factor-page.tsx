import { useState } from 'react';
import { useT } from '../lib/i18n.ts';
import { loadSession } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { Page, Panel, PanelBody } from '../ui/page.tsx';
import { ConfirmFactor } from './confirm-factor.tsx';
import { BeginFactor } from './begin-factor.tsx';
import styles from './factor-page.module.css';
import { Passkeys } from './passkeys.tsx';
import type { NewFactor } from './new-factor.ts';

/** Sets up an authenticator app: password, QR code, first code, recovery codes. */
export function FactorPage() {
  const t = useT();
  const [factor, setFactor] = useState<NewFactor>();
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <Page title={t('factor.title')}>
      <div className={styles['narrow']}>
        <Panel>
          <PanelBody>
            {codes ? (
              <RecoveryCodes codes={codes} />
            ) : factor ? (
              <ConfirmFactor factor={factor} onDone={setCodes} />
            ) : (
              <BeginFactor onBegun={setFactor} />
            )}
          </PanelBody>
        </Panel>
        {!codes && <Passkeys />}
      </div>
    </Page>
  );
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const t = useT();
  return (
    <>
      <h2>{t('factor.recovery')}</h2>
      <p>{t('factor.recoveryHint')}</p>
      <ol className={styles['codes']}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Button kind="primary" onPress={() => void loadSession()}>
        {t('factor.kept')}
      </Button>
    </>
  );
}
