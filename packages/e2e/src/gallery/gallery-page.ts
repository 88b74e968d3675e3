import { LANGUAGES, nameOf, VARIANTS } from './variants.ts';
import type { Picture } from './photograph.ts';

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const STYLE = `
  body { margin: 24px; font: 15px/1.5 system-ui, sans-serif; background: #f4f1ea; color: #222; }
  h2 { margin: 40px 0 12px; border-bottom: 1px solid #ccc; }
  fieldset { display: inline-flex; gap: 12px; margin: 0 12px 0 0; border: 1px solid #ccc; border-radius: 8px; }
  .pictures { display: flex; flex-wrap: wrap; gap: 16px; align-items: flex-start; }
  figure { margin: 0; padding: 8px; border-radius: 8px; background: #fff; }
  figure.bad { outline: 3px solid #c0392b; }
  figure img { display: block; height: 360px; width: auto; max-width: 640px; object-fit: contain; object-position: top; }
  figcaption { font-size: 13px; max-width: 420px; }
  li { overflow-wrap: anywhere; }
`;

const SCRIPT = `
  const boxes = [...document.querySelectorAll('fieldset input')];
  const show = () => {
    for (const figure of document.querySelectorAll('figure')) {
      figure.hidden = boxes.some((box) => !box.checked && figure.dataset[box.name] === box.value);
    }
  };
  for (const box of boxes) box.addEventListener('change', show);
`;

/** Returns the page with all pictures, screen by screen, and the problems found. */
export function galleryPage(pictures: readonly Picture[]): string {
  const bad = pictures.filter(({ problems }) => problems.length > 0);
  const screens = new Map<string, Picture[]>();
  for (const picture of pictures) {
    screens.set(picture.screen, [...(screens.get(picture.screen) ?? []), picture]);
  }
  const sections = [...screens].map(
    ([screen, shown]) =>
      `<h2 id="${escape(screen)}">${escape(screen)}</h2><div class="pictures">${shown.map(figure).join('')}</div>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Gallery</title>
<style>${STYLE}</style>
<h1>Gallery: ${screens.size} screens, ${pictures.length} pictures, ${bad.length} with problems</h1>
<p>${[...screens.keys()].map((screen) => `<a href="#${escape(screen)}">${escape(screen)}</a>`).join(' · ')}</p>
<form>${choice('language', LANGUAGES)}${choice('variant', VARIANTS.map(nameOf))}</form>
${sections.join('\n')}
<script>${SCRIPT}</script>
</html>
`;
}

function choice(name: string, values: readonly string[]): string {
  const boxes = values.map(
    (value) => `<label><input type="checkbox" name="${name}" value="${value}" checked> ${value}</label>`,
  );
  return `<fieldset><legend>${name}</legend>${boxes.join('')}</fieldset>`;
}

function figure({ language, variant, file, problems }: Picture): string {
  const name = nameOf(variant);
  const list = problems.map((problem) => `<li>${escape(problem)}</li>`).join('');
  const picture = file
    ? `<a href="${escape(file)}"><img src="${escape(file)}" loading="lazy" alt=""></a>`
    : '';
  return `<figure class="${problems.length > 0 ? 'bad' : ''}" data-language="${language}" data-variant="${name}">${picture}<figcaption>${language} ${name}<ul>${list}</ul></figcaption></figure>`;
}
