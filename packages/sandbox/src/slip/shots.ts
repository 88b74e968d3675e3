/** Camera angles and lighting of the photographed slips. */
import type { Shot } from './photo.ts';

export const SHOTS: Readonly<Record<string, Shot>> = {
  'from above': {
    corners: [
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
    ],
  },
  'from the left': {
    corners: [
      [0, 0],
      [-0.06, 0.06],
      [-0.06, -0.06],
      [0, 0],
    ],
  },
  'from the right': {
    corners: [
      [0.06, 0.07],
      [0, 0],
      [0, 0],
      [0.06, -0.07],
    ],
  },
  'from below': {
    corners: [
      [0.09, 0.05],
      [-0.09, 0.05],
      [0, 0],
      [0, 0],
    ],
  },
  'from above its head': {
    corners: [
      [0, 0],
      [0, 0],
      [-0.08, -0.06],
      [0.08, -0.06],
    ],
  },
  askew: {
    corners: [
      [0.06, 0.1],
      [-0.1, -0.02],
      [-0.02, -0.08],
      [0.1, 0.02],
    ],
  },
  'askew and turned': {
    corners: [
      [0.14, 0],
      [0.04, 0.16],
      [-0.12, 0.02],
      [-0.04, -0.14],
    ],
    grain: 8,
  },
  'from afar': {
    corners: [
      [0.2, 0.22],
      [-0.2, 0.22],
      [-0.2, -0.22],
      [0.2, -0.22],
    ],
  },
  'from far on the left': {
    corners: [
      [0, 0],
      [-0.2, 0.16],
      [-0.2, -0.16],
      [0, 0],
    ],
  },
  'by night': {
    corners: [
      [0.03, 0.04],
      [-0.05, 0],
      [0, -0.03],
      [0.04, 0],
    ],
    light: 0.16,
    grain: 9,
    blur: 0.8,
  },
  'in dim light': {
    corners: [
      [0.03, 0.04],
      [-0.05, 0],
      [0, -0.03],
      [0.04, 0],
    ],
    light: 0.35,
    grain: 6,
  },
  'a little out of focus': {
    corners: [
      [0.02, 0.03],
      [-0.04, 0],
      [0, 0],
      [0, -0.03],
    ],
    blur: 1.6,
  },
  'under a mirrored lamp': {
    corners: [
      [0.02, 0.03],
      [-0.04, 0],
      [0, 0],
      [0, -0.03],
    ],
    glare: true,
  },
};
