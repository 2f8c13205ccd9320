const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Makes a group of elements one stop of the Tab key: arrows, Home and End move the focus among them. `onMove` gets the element
 * that has the focus after a key (a tab list selects that tab).
 */
export function addRovingFocus(items: readonly HTMLElement[], onMove: (to: HTMLElement) => void = () => {}): void {
  const makeTabStop = (item: HTMLElement) => {
    for (const other of items) other.tabIndex = other === item ? 0 : -1;
  };
  const target = (from: HTMLElement, key: string) => {
    const shown = items.filter((item) => !item.hidden);
    if (key === "Home") return shown[0];
    if (key === "End") return shown.at(-1);
    const step = steps[key];
    return step === undefined ? undefined : shown[(shown.indexOf(from) + step + shown.length) % shown.length];
  };
  const [first] = items;
  if (first) makeTabStop(first);
  for (const item of items) {
    item.addEventListener("focus", () => makeTabStop(item));
    item.addEventListener("keydown", (event) => {
      const to = target(item, event.key);
      if (!to) return;
      event.preventDefault();
      to.focus();
      onMove(to);
    });
  }
}
