import { isMobilePhone, readPhone } from '@krapao/contract/typed-digits';
import { toWire } from '@krapao/contract/money';
import { readTypedNumberTables, type TypedNumber } from '@krapao/contract/typed-number-table';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState, type ComponentType } from 'react';
import { describe, expect, it } from 'vitest';
import document from '../../../../docs/typed-numbers.md?raw';
import { t } from '../lib/i18n/i18n.ts';
import { parseTyped } from '../lib/money.ts';
import { AmountEntry } from './amount-entry.tsx';
import { DigitsField, PhoneField } from './text-field.tsx';

const tables = readTypedNumberTables(document);
const rowsOf = (heading: string): readonly TypedNumber[] => tables.get(heading) ?? [];

interface FieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** Types a text into a field. @returns the field's text, and its form's value */
function put(FieldView: ComponentType<FieldProps>, text: string) {
  const kept: string[] = [];
  function Form() {
    const [value, setValue] = useState('');
    const keep = (changed: string) => {
      kept.push(changed);
      setValue(changed);
    };
    return <FieldView label="Number" value={value} onChange={keep} />;
  }
  const view = render(<Form />);
  const input = screen.getByLabelText<HTMLInputElement>('Number');
  fireEvent.change(input, { target: { value: text } });
  const shown = { value: input.value, says: view.container.textContent };
  view.unmount();
  return { ...shown, kept: kept.at(-1) ?? '' };
}

const SAYS = {
  unreadable: 'kit.amountUnreadable',
  partial: 'kit.amountUnreadable',
  decimals: 'kit.amountDecimals',
  tooLong: 'kit.amountTooLong',
} as const;

describe('docs/typed-numbers.md', () => {
  it('has 120 texts at least', () => {
    const count = [...tables.values()].reduce((sum, rows) => sum + rows.length, 0);
    expect(count).toBeGreaterThanOrEqual(120);
    expect(tables.size).toBe(6);
  });

  describe.each([
    ['Amounts in baht', 'BAHT'],
    ['Amounts in kip', 'LAK'],
  ] as const)('%s', (heading, currency) => {
    const Entry = (props: FieldProps) => <AmountEntry {...props} currency={currency} />;

    it.each(rowsOf(heading))('$typed shows $shown', ({ typed, shown, sent, reason }) => {
      const field = put(Entry, typed);
      expect(field.value).toBe(shown);
      const amount = parseTyped(field.kept);
      expect(amount === null ? undefined : String(toWire(amount))).toBe(sent);
      const said = new Set(Object.values(SAYS).filter((key) => field.says.includes(t(key))));
      expect([...said]).toEqual(reason ? [SAYS[reason as keyof typeof SAYS]] : []);
    });
  });

  describe('phone numbers', () => {
    it.each(rowsOf('Phone numbers in Thailand'))('in Thailand: $typed', ({ typed, shown, sent }) => {
      const field = put(PhoneField, typed);
      expect(field.value).toBe(shown);
      expect(isMobilePhone(field.kept, false) ? field.kept : undefined).toBe(sent);
    });

    // The field of a build for Laos uses the same function; `register-laos.alone.test.tsx` tests it.
    it.each(rowsOf('Phone numbers in Laos'))('in Laos: $typed', ({ typed, shown, sent }) => {
      const read = readPhone(typed, true);
      expect(read).toBe(shown);
      expect(isMobilePhone(read, true) ? read : undefined).toBe(sent);
    });
  });

  describe.each([
    ['Account numbers', /^\d+$/],
    ['One-time codes', /^\d+$/],
  ] as const)('%s', (heading, form) => {
    it.each(rowsOf(heading))('$typed shows $shown', ({ typed, shown, sent }) => {
      const field = put(DigitsField, typed);
      expect(field.value).toBe(shown);
      expect(form.test(field.kept) ? field.kept : undefined).toBe(sent);
    });
  });
});
