/**
 * Ends this browser's subscription for pushes: the next log-in here may be another member's, and the server may be out
 * of reach. Never rejects.
 */
export async function endPushes(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    const subscription = await registration?.pushManager?.getSubscription();
    await subscription?.unsubscribe();
  } catch (error) {
    console.warn('pushes were not ended', error);
  }
}
