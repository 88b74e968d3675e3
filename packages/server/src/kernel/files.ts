import { link, rm, writeFile } from 'node:fs/promises';
import { newId } from './ids.ts';

/**
 * Creates a file with its content unless it exists. Readers see the whole file or none: it is written under a
 * temporary name first.
 * @returns false if it existed
 */
export async function createWhole(file: string, text: string): Promise<boolean> {
  const draft = `${file}.${newId()}`;
  await writeFile(draft, text, { flag: 'wx', mode: 0o600 });
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft);
  }
}
