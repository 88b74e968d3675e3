import { Icon, iconNames } from '../../src/ui/icon.tsx';
import { Logo } from '../../src/ui/logo.tsx';
import { VisitorBanner, VisitorSheet } from '../../src/ui/visitor-banner.tsx';
import { Specimen } from '../specimen.tsx';
import { useWords } from '../words.ts';

export function Brand() {
  const { short, long } = useWords();
  return (
    <>
      <Specimen name="logo">
        <Logo />
      </Specimen>
      <Specimen name="logo on silk" onSilk>
        <Logo size="large" />
      </Specimen>
      <Specimen name="banner of the pages before login">
        <VisitorBanner title={short}>{long}</VisitorBanner>
        <VisitorSheet footer={short}>{long}</VisitorSheet>
      </Specimen>
    </>
  );
}

export function Icons() {
  return (
    <Specimen name="icons">
      <div className="row">
        {iconNames().map((name) => (
          <Icon key={name} name={name} label={name} />
        ))}
      </div>
    </Specimen>
  );
}

const SIZES = ['xs', 'sm', 'md', 'lg', 'xl', '2xl', '3xl'];

export function Typography() {
  const { short, long, unbroken } = useWords();
  return (
    <>
      {SIZES.map((size) => (
        <Specimen key={size} name={size}>
          <p style={{ fontSize: `var(--text-${size})` }}>{short} 1,234.50</p>
        </Specimen>
      ))}
      <Specimen name="headings">
        <h1>{short}</h1>
        <h2>{short}</h2>
        <h3>{short}</h3>
      </Specimen>
      <Specimen name="text">
        <p>{long}</p>
        <p>{unbroken}</p>
        <p>
          <a href="/howto">{short}</a>
        </p>
      </Specimen>
    </>
  );
}

const COLOURS = (
  'brand brand-fill brand-strong brand-mark brand-text brand-soft brand-line gold gold-bright gold-soft ' +
  'ground surface surface-raised surface-sunken line line-strong text text-soft text-faint good good-soft ' +
  'bad bad-fill bad-soft warn warn-soft focus silk-1 silk-2'
).split(' ');

export function Colours() {
  return (
    <Specimen name="colours">
      {COLOURS.map((name) => (
        <div key={name} className="swatch">
          <span style={{ background: `var(--${name})` }} />
          <span>{name}</span>
        </div>
      ))}
    </Specimen>
  );
}
