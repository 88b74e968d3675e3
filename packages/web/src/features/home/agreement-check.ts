/** State at the moment when the agreements are about to open by themselves. */
export interface AgreementMoment {
  /** The player has ticked "do not show again" since logging in. */
  isRemembered: boolean;
  /** They have already opened by themselves for this login since the page was loaded. */
  wasShown: boolean;
  /** Undefined while not loaded, or when loading failed. */
  agreements: readonly string[] | undefined;
  isAnotherModalOpen: boolean;
}

/** True when the agreements should open by themselves now. */
export function shouldShowAgreements(moment: AgreementMoment): boolean {
  const { isRemembered, wasShown, agreements, isAnotherModalOpen } = moment;
  return (
    !isRemembered && !wasShown && !isAnotherModalOpen && agreements !== undefined && agreements.length > 0
  );
}
