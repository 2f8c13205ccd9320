/** Colours for what is painted, which cannot name CSS variables itself. */
export type Palette<Name extends string> = Readonly<Record<Name, string>>;

/** Reads the colours of these CSS variables as they are now; the first variable of each that the theme has counts. */
export function readPalette<Name extends string>(variables: Readonly<Record<Name, readonly string[]>>): Palette<Name> {
  const style = getComputedStyle(document.documentElement);
  const colorOf = (names: readonly string[]) =>
    names.map((name) => style.getPropertyValue(name).trim()).find((value) => value !== "") ?? style.color;
  const entries = Object.entries<readonly string[]>(variables).map(([name, names]) => [name, colorOf(names)]);
  return Object.fromEntries(entries);
}

/** VS Code changes the variables in place when the theme changes; it says so by classes of the body and a style of the root. */
export function onThemeChange(listener: () => void): void {
  const observer = new MutationObserver(listener);
  const attributeFilter = ["class", "style", "data-vscode-theme-id"];
  observer.observe(document.documentElement, { attributes: true, attributeFilter });
  observer.observe(document.body, { attributes: true, attributeFilter });
}
