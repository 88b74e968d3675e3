import { useState } from 'react';
import { useT } from '../../lib/i18n.ts';
import { useMay } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Panel, PanelBody } from '../../ui/page.tsx';
import styles from './slip-page.module.css';
import type { Slip } from './slip.ts';

/** The picture of a slip. It is asked for by a press, since each look is recorded. */
export function SlipPicture({ slip: { id, hasPicture } }: { slip: Slip }) {
  const t = useT();
  const may = useMay();
  const [isShown, setShown] = useState(false);
  const [isGone, setGone] = useState(!hasPicture);
  if (!may('GET /staff/api/slips/:id/picture')) return null;
  return (
    <Panel title={t('incoming.picture')}>
      <PanelBody>
        {isGone && <p>{t('incoming.pictureGone')}</p>}
        {!isGone && isShown && (
          <img
            className={styles['picture']}
            src={`/staff/api/slips/${id}/picture`}
            alt={t('incoming.picture')}
            onError={() => setGone(true)}
          />
        )}
        {!isGone && !isShown && (
          <>
            <p>{t('incoming.pictureHint')}</p>
            <Button icon="eye" onPress={() => setShown(true)}>
              {t('incoming.showPicture')}
            </Button>
          </>
        )}
      </PanelBody>
    </Panel>
  );
}
