/** Look of each bank's slips: our own colours and arrangement, easy to tell apart. */

export interface SlipStyle {
  /** The colour of the bank. */
  readonly colour: string;
  /** Colour of text on the bank's colour. */
  readonly onColour: string;
  /** A band of colour over white paper, or a white card on a coloured ground. */
  readonly frame: 'band' | 'card';
  readonly qr: 'left' | 'centre' | 'right';
}

const style = (
  colour: string,
  frame: SlipStyle['frame'],
  qr: SlipStyle['qr'],
  onColour = '#ffffff',
): SlipStyle => ({ colour, onColour, frame, qr });

const STYLES: Readonly<Record<string, SlipStyle>> = {
  BBL: style('#1f4799', 'band', 'right'),
  KBANK: style('#0f8a3c', 'band', 'right'),
  KTB: style('#12a0da', 'card', 'left'),
  TTB: style('#0a55d4', 'card', 'right'),
  TMB: style('#0a55d4', 'card', 'right'),
  SCB: style('#532d86', 'band', 'centre'),
  CIMBT: style('#8b2331', 'card', 'centre'),
  UOBT: style('#123a7a', 'band', 'left'),
  BAY: style('#f6c324', 'card', 'right', '#3a2d00'),
  GSB: style('#e01a8a', 'card', 'centre'),
  GHB: style('#ee7b22', 'band', 'right'),
  BAAC: style('#3f8f25', 'card', 'left'),
  TISCO: style('#15529b', 'band', 'centre'),
  KKP: style('#5a4a9c', 'card', 'right'),
  ICBCT: style('#b81c22', 'band', 'left'),
  TCD: style('#0b3b7d', 'card', 'centre'),
  LHFG: style('#57606a', 'band', 'right'),
  SME: style('#1b7d8c', 'card', 'left'),
};

const PLAIN = style('#3d4a45', 'band', 'right');

export const styleOf = (bankCode: string): SlipStyle => STYLES[bankCode] ?? PLAIN;
