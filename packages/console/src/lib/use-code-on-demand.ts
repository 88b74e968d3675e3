import { useState } from 'react';
import { codeOf } from './api-error.ts';

/** A code of the authenticator app, which is asked for only after the server has asked. */
export function useCodeOnDemand() {
  const [code, setCode] = useState('');
  const [needsCode, setNeedsCode] = useState(false);
  /** Sends with the code, if one was asked for. */
  const withCode = async <T>(send: (given: { code?: string }) => Promise<T>): Promise<T> => {
    try {
      return await send(needsCode ? { code: code.trim() } : {});
    } catch (failure) {
      if (codeOf(failure) === 'CODE_REQUIRED') setNeedsCode(true);
      throw failure;
    }
  };
  const askNoCode = () => {
    setNeedsCode(false);
    setCode('');
  };
  return { code, setCode, needsCode, withCode, askNoCode };
}
