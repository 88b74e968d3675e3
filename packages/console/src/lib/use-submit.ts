import { useCallback, useRef, useState } from 'react';
import { ApiError } from './api-error.ts';

export interface Submit<Input, T> {
  /** Sends, unless it is being sent already. */
  submit: (input: Input) => Promise<T | undefined>;
  isSending: boolean;
  error: ApiError | undefined;
  clearError: () => void;
}

/**
 * Sends a form: one press is one request, whatever is pressed meanwhile.
 * @returns `submit` resolves with undefined when the request failed or one was under way
 */
export function useSubmit<Input, T>(send: (input: Input) => Promise<T>): Submit<Input, T> {
  const isUnderWay = useRef(false);
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<ApiError>();

  const submit = async (input: Input): Promise<T | undefined> => {
    if (isUnderWay.current) return undefined;
    isUnderWay.current = true;
    setSending(true);
    setError(undefined);
    try {
      return await send(input);
    } catch (failure) {
      setError(failure instanceof ApiError ? failure : new ApiError('UNREADABLE'));
      return undefined;
    } finally {
      isUnderWay.current = false;
      setSending(false);
    }
  };
  return { submit, isSending, error, clearError: useCallback(() => setError(undefined), []) };
}
