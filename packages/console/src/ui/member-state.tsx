import type { Stop } from '@krapao/contract/errors';
import { useT } from '../lib/i18n.ts';
import { Chip } from './chip.tsx';

interface MemberStateProps {
  /** A freezing and a break or an exclusion: both may hold. */
  member: { isFrozen: boolean; stop: Stop | null };
}

/** Whether a member is frozen, on a break or excluded. */
export function MemberState({ member: { isFrozen, stop } }: MemberStateProps) {
  const t = useT();
  return (
    <>
      {isFrozen && <Chip tone="bad">{t('members.frozen')}</Chip>}
      {stop && <Chip tone="warn">{t(`protection.${stop}`)}</Chip>}
      {!isFrozen && !stop && <Chip>{t('members.active')}</Chip>}
    </>
  );
}
