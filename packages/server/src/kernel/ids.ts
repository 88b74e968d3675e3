import { customAlphabet } from 'nanoid';
import { v5, v7, validate } from 'uuid';

const NAMESPACE = '6f1d5c52-6c0a-4f51-9a53-0b1f6f0b7c11';

/** A fresh, time-ordered UUID. */
export const newId = (): string => v7();

/** The same UUID for the same parts, always: the id of a transfer that a fact outside gives rise to. */
export const derivedId = (...parts: readonly string[]): string => v5(JSON.stringify(parts), NAMESPACE);

export const isUuid = (text: string): boolean => validate(text);

// No vowels and no look-alikes: the ids are read out to support and must spell nothing.
const READABLE = '23456789bcdfghjkmnpqrstvwxz';

/** A member id: 12 readable characters, about 57 bits. */
export const newMemberId = customAlphabet(READABLE, 12);

/** The part of a game user name that tells players apart. */
export const newPlayerSuffix = customAlphabet(READABLE, 8);

/** A password for a game account: random, never the login password. */
export const newGamePassword = customAlphabet(`${READABLE}BCDFGHJKMNPQRSTVWXZ`, 12);

/** The reference shown beside a one-time code. */
export const newOtpRef = customAlphabet('BCDFGHJKLMNPQRSTVWXZ', 4);
