import styles from './account-text.module.css';

/** A bank account: bank, number, and the name it is in. */
export function AccountText({
  account,
}: {
  account: { bankCode: string; accountNo: string; accountName: string };
}) {
  return (
    <span className={styles['account']}>
      <span>
        <strong>{account.bankCode}</strong> {account.accountNo}
      </span>
      <span className={styles['name']}>{account.accountName}</span>
    </span>
  );
}
