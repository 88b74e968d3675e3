import { useT } from '../../lib/i18n/i18n.ts';
import styles from './transfer-guide.module.css';

/** Guide to a transfer at a bank without automatic forms: three pictures with a line each. */
export function TransferGuide() {
  const t = useT();
  const steps = [t('deposit.guideCopy'), t('deposit.guidePay'), t('deposit.guideKeep')];
  return (
    <figure className={styles.guide}>
      <GuidePicture label={t('deposit.guideAlt')} />
      <figcaption>
        <ol className={styles.steps}>
          {steps.map((text, index) => (
            <li key={text}>
              <span className={styles.no}>{index + 1}</span>
              {text}
            </li>
          ))}
        </ol>
      </figcaption>
    </figure>
  );
}

const WIDTH = 104;

/** Three phones: a number being copied, an amount being sent, a slip with its code. */
function GuidePicture({ label }: { label: string }) {
  return (
    <svg viewBox="0 0 336 150" role="img" aria-label={label} className={styles.picture}>
      {[0, 1, 2].map((index) => (
        <g key={index} transform={`translate(${index * (WIDTH + 12)} 4)`}>
          <rect className={styles.phone} x="14" y="0" width="76" height="142" rx="12" />
          <rect className={styles.screen} x="19" y="8" width="66" height="126" rx="7" />
          <rect className={styles.notch} x="42" y="3" width="20" height="2.4" rx="1.2" />
        </g>
      ))}
      <Copying />
      <g transform={`translate(${WIDTH + 12} 4)`}>
        <Sending />
      </g>
      <g transform={`translate(${2 * (WIDTH + 12)} 4)`}>
        <Slip />
      </g>
      {[0, 1].map((index) => (
        <path
          key={index}
          className={styles.arrow}
          d="M0 0h15m-5-5 5 5-5 5"
          transform={`translate(${96 + index * (WIDTH + 12)} 75)`}
        />
      ))}
    </svg>
  );
}

function Copying() {
  return (
    <g transform="translate(0 4)">
      <rect className={styles.bank} x="27" y="18" width="18" height="18" rx="5" />
      <path className={styles.text} d="M51 23h26M51 31h18" />
      <rect className={styles.sheet} x="25" y="48" width="54" height="30" rx="6" />
      <path className={styles.digits} d="M31 63h6M41 63h6M51 63h6" />
      <rect className={styles.button} x="62" y="55" width="13" height="16" rx="3" />
      <path className={styles.onButton} d="M65.5 62h6M65.5 66h4" />
      <circle className={styles.tap} cx="68.5" cy="63" r="13" />
      <path className={styles.text} d="M27 94h50M27 104h38" />
    </g>
  );
}

function Sending() {
  return (
    <>
      <rect className={styles.band} x="19" y="8" width="66" height="34" rx="7" />
      <path className={styles.onBand} d="M28 20h28M28 30h18" />
      <path className={styles.digits} d="M31 60h10M46 60h10M61 60h10" />
      <path className={styles.text} d="M27 76h50M27 86h32" />
      <rect className={styles.go} x="27" y="106" width="50" height="17" rx="6" />
      <path className={styles.onGo} d="M45 114.5h13m-4.5-4 4.5 4-4.5 4" />
      <circle className={styles.tap} cx="66" cy="116" r="13" />
    </>
  );
}

function Slip() {
  return (
    <>
      <path
        className={styles.sheet}
        d="M27 20h50v92l-6.25-5-6.25 5-6.25-5-6.25 5-6.25-5-6.25 5-6.25-5-6.25 5Z"
      />
      <circle className={styles.done} cx="52" cy="37" r="9.5" />
      <path className={styles.onGo} d="m47.5 37.2 3.2 3.2 5.8-6.2" />
      <path className={styles.text} d="M35 56h34M35 64h24" />
      <path
        className={styles.code}
        d="M54 74h6v6h-6ZM64 74h6v6h-6ZM54 84h6v6h-6ZM64 84h2v2h-2ZM68 88h2v2h-2ZM64 88h2v2h-2ZM68 84h2v2h-2Z"
      />
      <path className={styles.text} d="M35 78h12M35 86h12" />
    </>
  );
}
