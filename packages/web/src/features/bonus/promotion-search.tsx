import type { Currency } from '@krapao/contract/money';
import type { SubmitEvent } from 'react';
import { errorText } from '../../lib/api-error.ts';
import { useT } from '../../lib/i18n/i18n.ts';
import { promotion as operation } from '../../operations/promotion.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card } from '../../ui/layout.tsx';
import { SafeHtml } from '../../ui/safe-html.tsx';
import { Ring } from '../../ui/spinner.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Terms } from './bonus-terms.tsx';
import { Notice } from './notice.tsx';
import styles from './promotion.module.css';
import { useTakeBonus } from './take-bonus.ts';
import { usePromotionSearch, type Promotion } from './use-promotion.ts';

/** Looks up a promotion code and shows its benefit before it is taken. */
export function PromotionSearch({ currency }: { currency: Currency | undefined }) {
  const t = useT();
  const { code, type, search, find, reset } = usePromotionSearch();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void find();
  };
  return (
    <Card className={styles.card}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          label={t('bonus.promoCode')}
          value={code}
          onChange={type}
          autoCapitalize="characters"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          placeholder={t('bonus.promoPlaceholder')}
        />
        <Button type="submit" disabled={code === ''} busy={search.at === 'searching'}>
          {t('bonus.search')}
        </Button>
      </form>
      <div role="status">
        {search.at === 'searching' && (
          <p className={styles.line}>
            <Ring size={18} />
            {t('bonus.searchingMsg')}
          </p>
        )}
        {search.at === 'notFound' && (
          <p className={styles.line} data-tone="bad">
            <Icon name="alert" size={18} />
            {t('bonus.promoNotFoundMsg')}
          </p>
        )}
        {search.at === 'failed' && (
          <p className={styles.line} data-tone="bad">
            <Icon name="alert" size={18} />
            {errorText(search.error)}
          </p>
        )}
      </div>
      {search.at === 'found' && (
        <Found code={search.code} promotion={search.promotion} currency={currency} onTaken={reset} />
      )}
    </Card>
  );
}

interface FoundProps {
  code: string;
  promotion: Promotion;
  /** Unknown while the balances do not load; amounts are then left out. */
  currency: Currency | undefined;
  onTaken: () => void;
}

function Found({ code, promotion, currency, onTaken }: FoundProps) {
  const t = useT();
  const take = useTakeBonus();
  const press = () =>
    take({
      operation,
      code,
      // The meter may show another code than the one typed.
      isIt: ({ type }) => type === 'promotion',
      onTaken,
    });
  return (
    <section className={styles.found} aria-label={code}>
      <h2 className={styles.code}>
        <Icon name="gift" size={20} />
        {code}
      </h2>
      {promotion.description !== '' && <SafeHtml html={promotion.description} />}
      {currency && <Terms terms={promotion.terms} percentFail={promotion.percentFail} currency={currency} />}
      <Notice percentFail={promotion.percentFail} />
      <Button icon="gift" wide onClick={press}>
        {t('bonus.take')}
      </Button>
    </section>
  );
}
