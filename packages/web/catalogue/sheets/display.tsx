import { minor } from '@krapao/contract/money';
import { Amount } from '../../src/ui/amount.tsx';
import { BannerCarousel } from '../../src/ui/banner-carousel.tsx';
import { Button } from '../../src/ui/button.tsx';
import { Carousel } from '../../src/ui/carousel.tsx';
import { EmptyState } from '../../src/ui/empty-state.tsx';
import { LoadFailed } from '../../src/ui/load-failed.tsx';
import { Card, Detail, Details, PageHeader } from '../../src/ui/layout.tsx';
import { Pagination } from '../../src/ui/pagination.tsx';
import { Ring, Skeleton, Spinner } from '../../src/ui/spinner.tsx';
import { StatusChip, type Tone } from '../../src/ui/status-chip.tsx';
import { EveryState, Specimen } from '../specimen.tsx';
import { useWords } from '../words.ts';

const TONES: readonly Tone[] = ['neutral', 'success', 'error', 'pending', 'gold'];
const ignore = () => undefined;

export function Chips() {
  const { short, person, bank, long } = useWords();
  return (
    <>
      {TONES.map((tone) => (
        <Specimen key={tone} name={tone}>
          <StatusChip tone={tone}>{short}</StatusChip>
        </Specimen>
      ))}
      <Specimen name="amounts">
        <div className="row">
          <Amount value={minor(1_234_567n)} currency="BAHT" sign="+" />
          <Amount value={minor(98_700n)} currency="BAHT" sign="-" />
          <Amount value={minor(1_500_000_00n)} currency="LAK" smallDecimals />
          <Amount value={minor(0n)} />
        </div>
      </Specimen>
      <Specimen name="amount on silk" onSilk>
        <Amount value={minor(1_234_567n)} currency="BAHT" smallDecimals />
      </Specimen>
      <Specimen name="card with details">
        <Card>
          <PageHeader title={short} action={<StatusChip tone="gold">{short}</StatusChip>} />
          <Details>
            <Detail label={short}>{person}</Detail>
            <Detail label={bank}>{long}</Detail>
          </Details>
        </Card>
      </Specimen>
    </>
  );
}

export function Emptiness() {
  const { short, long } = useWords();
  return (
    <>
      <Specimen name="empty">
        <EmptyState />
      </Specimen>
      <Specimen name="with words and an action">
        <EmptyState title={short} icon="gift" action={<Button>{short}</Button>}>
          {long}
        </EmptyState>
      </Specimen>
      <Specimen name="could not be loaded">
        <LoadFailed onRetry={ignore} />
      </Specimen>
    </>
  );
}

export function Waiting() {
  return (
    <>
      <Specimen name="ring">
        <Ring />
      </Specimen>
      <Specimen name="spinner">
        <Spinner />
      </Specimen>
      <Specimen name="skeleton">
        <Skeleton width="60%" height={24} />
      </Specimen>
      <Specimen name="ring on silk" onSilk>
        <Ring size={40} />
      </Specimen>
    </>
  );
}

export function Pages() {
  return (
    <>
      <Specimen name="first">
        <Pagination page={1} pageSize={10} total={42} count={10} onPage={ignore} />
      </Specimen>
      <EveryState name="in between">
        <Pagination page={2} pageSize={10} total={42} count={10} onPage={ignore} />
      </EveryState>
      <Specimen name="last">
        <Pagination page={5} pageSize={10} total={42} count={2} onPage={ignore} />
      </Specimen>
      <Specimen name="without a total">
        <Pagination page={3} pageSize={10} count={10} onPage={ignore} />
      </Specimen>
    </>
  );
}

const CARDS = ['1', '2', '3', '4', '5'];

export function Carousels() {
  const { short, long } = useWords();
  return (
    <>
      <EveryState name="carousel">
        <Carousel label={short} perView={2.4}>
          {CARDS.map((card) => (
            <Card key={card}>{card}</Card>
          ))}
        </Carousel>
      </EveryState>
      <Specimen name="banners">
        <BannerCarousel
          label={short}
          banners={[
            { image: '', html: `<h3>${short}</h3><p>${long}</p>` },
            { image: '', html: `<p>${long}</p>` },
          ]}
        />
      </Specimen>
      <Specimen name="one banner">
        <BannerCarousel label={short} banners={[{ image: '', html: `<h3>${short}</h3>` }]} />
      </Specimen>
    </>
  );
}
