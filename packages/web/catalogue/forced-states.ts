/** Elements that can have the focus. */
const FOCUSABLE = ':where(button, a, input, select, textarea, [tabindex])';
const WITHIN: Readonly<Record<string, string>> = {
  hover: ':where(*)',
  active: ':where(*)',
  focus: FOCUSABLE,
  'focus-visible': FOCUSABLE,
  'focus-within': ':where(*)',
};
const STATE = /:(hover|active|focus-visible|focus-within|focus)(?![\w-])/g;

/**
 * Gives every rule for a state of the pointer or the keyboard a twin that holds inside `data-force`: so that all
 * states of a component can be seen beside one another, each in the very styles that the product has for it.
 */
export function forceStates(): void {
  for (const sheet of document.styleSheets) addTwins(sheet);
}

function addTwins(rules: CSSStyleSheet | CSSGroupingRule): void {
  // From the end, so that what is put in moves nothing that is still to come.
  for (let at = rules.cssRules.length - 1; at >= 0; at -= 1) {
    const rule = rules.cssRules[at];
    if (rule instanceof CSSStyleRule) {
      const forced = rule.selectorText.replace(
        STATE,
        (_whole, state: string) => `:is([data-force~='${state}'] ${WITHIN[state]})`,
      );
      if (forced !== rule.selectorText) rules.insertRule(`${forced} { ${rule.style.cssText} }`, at + 1);
    } else if (rule instanceof CSSGroupingRule) {
      addTwins(rule);
    }
  }
}
