import { minor } from '@krapao/contract/money';
import { AmountEntry } from '../../src/ui/amount-entry.tsx';
import { Checkbox, Segmented } from '../../src/ui/choice.tsx';
import { Select } from '../../src/ui/select.tsx';
import { Switch } from '../../src/ui/switch.tsx';
import { PasswordField, PhoneField, TextField } from '../../src/ui/text-field.tsx';
import { EveryState, Specimen } from '../specimen.tsx';
import { useWords } from '../words.ts';

const ignore = () => undefined;

export function Fields() {
  const { label, hint, error, long, unbroken, person } = useWords();
  return (
    <>
      <EveryState name="text">
        <TextField label={label} value={person} onChange={ignore} hint={hint} />
      </EveryState>
      <Specimen name="empty">
        <PhoneField label={label} value="" onChange={ignore} />
      </Specimen>
      <Specimen name="error">
        <PhoneField label={label} value="08123" onChange={ignore} error={error} />
      </Specimen>
      <Specimen name="error" state="focus">
        <PhoneField label={label} value="08123" onChange={ignore} error={error} />
      </Specimen>
      <Specimen name="disabled">
        <TextField label={label} value={person} onChange={ignore} disabled />
      </Specimen>
      <Specimen name="password">
        <PasswordField label={label} value="krapao-1234" onChange={ignore} />
      </Specimen>
      <Specimen name="before and after">
        <TextField label={label} value="1234" onChange={ignore} prefix="+66" />
      </Specimen>
      <Specimen name="long words">
        <TextField label={long} value={unbroken} onChange={ignore} error={long} />
      </Specimen>
    </>
  );
}

export function Choices() {
  const { label, hint, error, short, bank, long } = useWords();
  const options = [
    { value: 'a', label: bank },
    { value: 'b', label: short },
  ];
  return (
    <>
      <EveryState name="select">
        <Select label={label} value="a" onChange={ignore} options={options} hint={hint} />
      </EveryState>
      <Specimen name="select, nothing chosen">
        <Select
          label={label}
          value=""
          onChange={ignore}
          options={options}
          placeholder={short}
          error={error}
        />
      </Specimen>
      <Specimen name="select, disabled">
        <Select label={label} value="a" onChange={ignore} options={options} disabled />
      </Specimen>
      <EveryState name="checkbox">
        <Checkbox label={short} checked onChange={ignore} />
      </EveryState>
      <Specimen name="checkbox, off, long words, disabled">
        <Checkbox label={long} checked={false} onChange={ignore} />
        <Checkbox label={short} checked={false} onChange={ignore} disabled />
      </Specimen>
      <EveryState name="switch">
        <Switch label={short} checked onChange={ignore} />
      </EveryState>
      <Specimen name="switch, off and disabled">
        <Switch label={long} checked={false} onChange={ignore} />
        <Switch label={short} checked onChange={ignore} disabled />
      </Specimen>
      <EveryState name="segments">
        <Segmented
          label={label}
          value="a"
          onChange={ignore}
          options={[
            { value: 'a', label: short },
            { value: 'b', label },
            { value: 'c', label: 'English' },
          ]}
        />
      </EveryState>
    </>
  );
}

export function AmountEntries() {
  const { short, hint, error } = useWords();
  const common = { label: short, onChange: ignore, currency: 'BAHT', limits: '100 – 100,000' } as const;
  const balance = { name: short, balanceMinor: minor(250_000n) };
  return (
    <>
      <Specimen name="empty">
        <AmountEntry {...common} value="" quickAmounts={[100, 300, 500, 1_000]} hint={hint} />
      </Specimen>
      <EveryState name="typed">
        <AmountEntry {...common} value="500" quickAmounts={[100, 300, 500, 1_000]} />
      </EveryState>
      <Specimen name="error">
        <AmountEntry {...common} value="50" quickAmounts={[100, 300, 500, 1_000]} error={error} />
      </Specimen>
      <Specimen name="steps, all, and what remains">
        <AmountEntry
          {...common}
          value="1250.75"
          steps={[100, 500, 1_000]}
          allMinor={minor(250_000n)}
          source={balance}
        />
      </Specimen>
      <Specimen name="kip, as long as it gets">
        <AmountEntry {...common} currency="LAK" value="12345678901.25" />
      </Specimen>
      <Specimen name="disabled">
        <AmountEntry {...common} value="500" quickAmounts={[100, 300]} disabled />
      </Specimen>
      <Specimen name="read only">
        <AmountEntry {...common} value="500" readOnly />
      </Specimen>
    </>
  );
}
