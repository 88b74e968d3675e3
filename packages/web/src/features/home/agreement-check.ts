/** What is known when the agreements are about to open by themselves. */
export interface AgreementMoment {
  /** The player ticked "do not show again" since logging in. */
  isRemembered: boolean;
  /** They have opened by themselves already since the page was loaded, for this login. */
  wasShown: boolean;
  /** Undefined when they could not be loaded, or not yet. */
  agreements: readonly string[] | undefined;
  isAnotherModalOpen: boolean;
}

/** Whether the agreements open by themselves now. */
export function shouldShowAgreements(moment: AgreementMoment): boolean {
  const { isRemembered, wasShown, agreements, isAnotherModalOpen } = moment;
  return (
    !isRemembered && !wasShown && !isAnotherModalOpen && agreements !== undefined && agreements.length > 0
  );
}
