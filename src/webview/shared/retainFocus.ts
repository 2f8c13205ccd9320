const focusable = "a[href], button, input, select, textarea, summary, [tabindex]";

/** Moves the focus to the nearest element when the page removes, hides or disables the focused one. */
export function retainFocus(): void {
  let focused: HTMLElement | undefined;
  /** The elements after the focused one, then those before it, the nearest first. */
  let nearest: readonly HTMLElement[] = [];
  addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    focused = target;
    const all = [...document.querySelectorAll<HTMLElement>(focusable)];
    const at = all.indexOf(target);
    nearest = [...all.slice(at + 1), ...all.slice(0, Math.max(0, at)).reverse()];
  });
  // An element that is removed or hidden loses the focus too, but the user did not leave it.
  addEventListener("focusout", ({ target }) => {
    if (target === focused && isFocusable(target)) focused = undefined;
  });
  const observer = new MutationObserver(() => {
    if (!focused || isFocusable(focused) || isElsewhere(focused)) return;
    focused = undefined;
    nearest.find(isTabStop)?.focus({ preventScroll: true });
  });
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["hidden", "disabled"],
  });
}

/** The focus moved on, or the whole page does not have it. */
function isElsewhere(focused: HTMLElement): boolean {
  const active = document.activeElement;
  return !document.hasFocus() || (active !== null && active !== document.body && active !== focused);
}

function isFocusable(element: EventTarget | null): boolean {
  return (
    element instanceof HTMLElement && element.isConnected && element.checkVisibility() && !element.matches(":disabled")
  );
}

function isTabStop(element: HTMLElement): boolean {
  return isFocusable(element) && element.tabIndex >= 0;
}
