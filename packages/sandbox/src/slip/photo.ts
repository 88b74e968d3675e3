/** A photo of a slip on a phone's screen or on paper, lying on a table. */
import { edit, pixelsOf, withGrain, withOverlay, type Pixels } from './pixels.ts';
import { layInPerspective, type Corners } from './perspective.ts';
import type { SeededDice } from './seeded-dice.ts';

const PHOTO_WIDTH = 1200;
const PHOTO_HEIGHT = 1600;
/** The table's grain is drawn at this smaller size and then stretched along the wood. */
const COARSE_WIDTH = 24;
const COARSE_HEIGHT = 160;
const WOOD = [126, 92, 60] as const;
const WOOD_CONTRAST = 26;

export interface Shot {
  /** Shift of each corner from its place as seen from straight above, in shares of the photo. */
  readonly corners: Corners;
  /** 1 is daylight. */
  readonly light?: number;
  /** Blur of a lens out of focus, in pixels. */
  readonly blur?: number;
  readonly grain?: number;
  /** Reflection of a lamp in the glass, over the middle of the slip. */
  readonly glare?: boolean;
}

async function desk(dice: SeededDice): Promise<Pixels> {
  const data = Buffer.alloc(COARSE_WIDTH * COARSE_HEIGHT * 3);
  for (let row = 0; row < COARSE_HEIGHT; row += 1) {
    const plank = (dice.next() - 0.5) * WOOD_CONTRAST;
    for (let column = 0; column < COARSE_WIDTH; column += 1) {
      const shade = plank + (dice.next() - 0.5) * WOOD_CONTRAST;
      const place = (row * COARSE_WIDTH + column) * 3;
      for (const [channel, value] of WOOD.entries()) data[place + channel] = value + shade;
    }
  }
  const coarse = { data, width: COARSE_WIDTH, height: COARSE_HEIGHT };
  return pixelsOf(edit(coarse).resize(PHOTO_WIDTH, PHOTO_HEIGHT, { fit: 'fill', kernel: 'cubic' }));
}

const SHADE =
  '<defs><linearGradient id="s" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="#9a9aa6"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#s)"/>';
const GLARE =
  '<defs><radialGradient id="g" cx=".42" cy=".36" r=".3"><stop offset="0" stop-color="#fff" stop-opacity=".95"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs><rect width="100%" height="100%" fill="url(#g)"/>';

/** Default place of the slip: in the middle, upright, with its own proportions. */
const UPRIGHT: Corners = [
  [0.1, 0.05],
  [0.9, 0.05],
  [0.9, 0.95],
  [0.1, 0.95],
];

function placed(moves: Corners): Corners {
  const corner = (index: 0 | 1 | 2 | 3) =>
    [
      (UPRIGHT[index][0] + moves[index][0]) * PHOTO_WIDTH,
      (UPRIGHT[index][1] + moves[index][1]) * PHOTO_HEIGHT,
    ] as const;
  return [corner(0), corner(1), corner(2), corner(3)];
}

/** Photographs a slip on a table. */
export async function photograph(slip: Pixels, shot: Shot, dice: SeededDice): Promise<Pixels> {
  const { light = 1, blur = 0, grain = 4, glare = false } = shot;
  let photo = layInPerspective(slip, await desk(dice), placed(shot.corners));
  photo = await withOverlay(photo, SHADE, 'multiply');
  if (glare) photo = await withOverlay(photo, GLARE);
  const lens = blur > 0 ? edit(photo).blur(blur) : edit(photo);
  photo = await pixelsOf(light === 1 ? lens : lens.linear(light, 0));
  return withGrain(photo, grain, dice);
}
