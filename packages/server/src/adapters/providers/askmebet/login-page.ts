/** Words of the button that a browser without scripts shows. */
const OPEN: Readonly<Record<string, string>> = { th: 'เปิดเกม', la: 'ເປີດເກມ', en: 'Open the game' };

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

export interface SiteLogin {
  /** Address that the site's log-in form is sent to. */
  url: string;
  /** Full name at the provider. */
  username: string;
  password: string;
  language: string;
}

/** Returns a page that logs a player in at the site: it posts name and password, which no address then contains. */
export function loginPage({ url, username, password, language }: SiteLogin): string {
  const fields = { username, password, lang: language };
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escape(value)}">`,
  );
  return (
    '<!doctype html><meta charset="utf-8">' +
    `<form method="post" action="${escape(url)}">${inputs.join('')}` +
    `<button>${OPEN[language] ?? OPEN['en']}</button></form>` +
    '<script>document.forms[0].submit()</script>'
  );
}
