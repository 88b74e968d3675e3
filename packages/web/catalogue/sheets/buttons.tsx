import { Button, IconButton, type ButtonVariant } from '../../src/ui/button.tsx';
import { ButtonLink } from '../../src/ui/button-link.tsx';
import { CopyButton } from '../../src/ui/copy-button.tsx';
import { EveryState, Specimen } from '../specimen.tsx';
import { useWords } from '../words.ts';

const VARIANTS: readonly ButtonVariant[] = ['primary', 'gold', 'secondary', 'ghost', 'danger'];

export function Buttons() {
  const { short, long, unbroken } = useWords();
  return (
    <>
      {VARIANTS.map((variant) => (
        <EveryState key={variant} name={variant}>
          <Button variant={variant} icon="tray-down">
            {short}
          </Button>
        </EveryState>
      ))}
      {VARIANTS.map((variant) => (
        <Specimen key={variant} name={`${variant}, disabled and busy`}>
          <div className="row">
            <Button variant={variant} disabled>
              {short}
            </Button>
            <Button variant={variant} busy>
              {short}
            </Button>
          </div>
        </Specimen>
      ))}
      <Specimen name="small">
        <Button size="small">{short}</Button>
      </Specimen>
      <Specimen name="wide">
        <Button wide>{short}</Button>
      </Specimen>
      <Specimen name="long words">
        <Button wide>{long}</Button>
      </Specimen>
      <Specimen name="a long word">
        <Button wide variant="secondary">
          {unbroken}
        </Button>
      </Specimen>
      <EveryState name="link">
        <ButtonLink href="/howto" variant="secondary" icon="arrow-right">
          {short}
        </ButtonLink>
      </EveryState>
    </>
  );
}

export function IconButtons() {
  const { short } = useWords();
  return (
    <>
      <EveryState name="icon button">
        <IconButton icon="refresh" label={short} />
      </EveryState>
      <Specimen name="disabled">
        <IconButton icon="refresh" label={short} disabled />
      </Specimen>
      <Specimen name="busy">
        <IconButton icon="refresh" label={short} busy />
      </Specimen>
      <EveryState name="copy button">
        <CopyButton text="123-4-56789-0" label={short} />
      </EveryState>
    </>
  );
}
