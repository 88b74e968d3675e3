import { useT } from '../lib/i18n.ts';
import type { useProof } from '../lib/use-proof.ts';
import { Field } from '../ui/fields.tsx';
import { CodeField } from './code-field.tsx';

interface ProofFieldsProps {
  proof: ReturnType<typeof useProof>;
  isDisabled?: boolean;
}

/** The password again, and a code once it is asked for. */
export function ProofFields({ proof, isDisabled = false }: ProofFieldsProps) {
  const t = useT();
  return (
    <>
      <Field
        label={t('session.password')}
        type="password"
        name="password"
        autoComplete="current-password"
        value={proof.password}
        onChange={proof.setPassword}
        isRequired
        isDisabled={isDisabled}
      />
      {proof.needsCode && <CodeField value={proof.code} onChange={proof.setCode} isDisabled={isDisabled} />}
    </>
  );
}
