const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * One stop of the Tab key for elements that belong together: arrows, Home and End move among them. `moved` is told where an
 * arrow leads (a tab list shows what it comes to).
 */
export function addRovingFocus(items: readonly HTMLElement[], moved: (to: HTMLElement) => void = () => {}): void {
  const enter = (item: HTMLElement) => {
    for (const one of items) one.tabIndex = one === item ? 0 : -1;
  };
  const target = (from: HTMLElement, key: string) => {
    const shown = items.filter((item) => !item.hidden);
    if (key === "Home") return shown[0];
    if (key === "End") return shown.at(-1);
    const step = steps[key];
    return step === undefined ? undefined : shown[(shown.indexOf(from) + step + shown.length) % shown.length];
  };
  const [first] = items;
  if (first) enter(first);
  for (const item of items) {
    item.addEventListener("focus", () => enter(item));
    item.addEventListener("keydown", (event) => {
      const to = target(item, event.key);
      if (!to) return;
      event.preventDefault();
      to.focus();
      moved(to);
    });
  }
}
