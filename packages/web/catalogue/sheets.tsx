import type { ComponentType } from 'react';
import { Buttons, IconButtons } from './sheets/buttons.tsx';
import { Brand, Colours, Icons, Typography } from './sheets/ground.tsx';
import { AmountEntries, Choices, Fields } from './sheets/inputs.tsx';
import { BankRows, MoneyLogs, Timelines } from './sheets/money.tsx';
import { AlertError, AlertSuccess, BusyDialog, OpenDialog, Question, Toasts } from './sheets/overlays.tsx';
import { Carousels, Chips, Emptiness, Pages, Waiting } from './sheets/display.tsx';

export interface Sheet {
  /** In its address and in the comparison. */
  name: string;
  Body: ComponentType;
}

/** The kit, sheet by sheet. To add one is to add a line. */
export const SHEETS: readonly Sheet[] = [
  { name: 'buttons', Body: Buttons },
  { name: 'icon-buttons', Body: IconButtons },
  { name: 'fields', Body: Fields },
  { name: 'choices', Body: Choices },
  { name: 'amount-entry', Body: AmountEntries },
  { name: 'chips', Body: Chips },
  { name: 'empty', Body: Emptiness },
  { name: 'waiting', Body: Waiting },
  { name: 'pages', Body: Pages },
  { name: 'carousels', Body: Carousels },
  { name: 'bank-rows', Body: BankRows },
  { name: 'money-log', Body: MoneyLogs },
  { name: 'timeline', Body: Timelines },
  { name: 'dialog', Body: OpenDialog },
  { name: 'dialog-busy', Body: BusyDialog },
  { name: 'alert-success', Body: AlertSuccess },
  { name: 'alert-error', Body: AlertError },
  { name: 'question', Body: Question },
  { name: 'toasts', Body: Toasts },
  { name: 'brand', Body: Brand },
  { name: 'icons', Body: Icons },
  { name: 'typography', Body: Typography },
  { name: 'colours', Body: Colours },
];
