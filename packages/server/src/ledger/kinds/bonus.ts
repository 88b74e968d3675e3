import { MAIN_WALLET } from '@krapao/contract/limits';
import { text, variantsOf, type DetailOfSchema } from './detail.ts';
import type { KindDeclaration, StatementPurpose } from './kind.ts';

/** The reward's description in each language. */
const description = { th: text, la: text, en: text } as const;
/** The reward's code in the content, and the member's bonus. */
const taken = { ...description, code: text, userBonusId: text } as const;

const bonusDetail = variantsOf('link', {
  bonus: taken,
  promotion: taken,
  invite: description,
  refund: description,
  /** The draw that won it. */
  luckydraw: { ...description, draw: text },
});
export type BonusDetail = DetailOfSchema<typeof bonusDetail>;

/** Returns the reward that a bonus movement's detail names. */
const rewardOf = ({ link, th, la, en }: Partial<BonusDetail>): StatementPurpose['reward'] =>
  link && { reward: link, descriptions: { th, la, en } };

/** The operator grants a reward. */
export const bonus = {
  detail: bonusDetail,
  isHeld: false,
  statement: {
    type: 'bonus',
    sent: 'never',
    describe: (detail) => ({ from: '', to: MAIN_WALLET, reward: rewardOf(detail) }),
  },
  errors: null,
} as const satisfies KindDeclaration<BonusDetail>;

const finishBonusDetail = variantsOf('link', { bonus: taken, promotion: taken });
export type FinishBonusDetail = DetailOfSchema<typeof finishBonusDetail>;

/** Ending a bonus takes money back. */
export const finishBonus = {
  detail: finishBonusDetail,
  isHeld: false,
  statement: {
    type: 'finish_bonus',
    sent: 'never',
    describe: (detail) => ({ from: MAIN_WALLET, to: '', reward: rewardOf(detail) }),
  },
  errors: null,
} as const satisfies KindDeclaration<FinishBonusDetail>;
