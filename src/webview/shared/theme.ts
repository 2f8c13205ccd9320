/** Colours for a canvas, which cannot use CSS variables. */
export type Palette<Name extends string> = Readonly<Record<Name, string>>;

/** Reads the current colours: for each name, the first of its CSS variables that the theme defines. */
export function readPalette<Name extends string>(variables: Readonly<Record<Name, readonly string[]>>): Palette<Name> {
  const style = getComputedStyle(document.documentElement);
  const colorOf = (names: readonly string[]) =>
    names.map((name) => style.getPropertyValue(name).trim()).find((value) => value !== "") ?? style.color;
  const entries = Object.entries<readonly string[]>(variables).map(([name, names]) => [name, colorOf(names)]);
  return Object.fromEntries(entries);
}

/** When the theme changes, VS Code changes the classes of the body and the style of the root element. */
export function onThemeChange(listener: () => void): void {
  const observer = new MutationObserver(listener);
  const attributeFilter = ["class", "style", "data-vscode-theme-id"];
  observer.observe(document.documentElement, { attributes: true, attributeFilter });
  observer.observe(document.body, { attributes: true, attributeFilter });
}
