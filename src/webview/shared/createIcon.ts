import { createButton, createElement } from "./element.ts";
import { type IconName, iconPaths, type StateLabel } from "./stateLabel.ts";

const namespace = "http://www.w3.org/2000/svg";

/** An icon that screen readers skip, because its text stands beside it. */
export function createIcon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS(namespace, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(namespace, "path");
  path.setAttribute("d", iconPaths[name]);
  svg.append(path);
  return svg;
}

/** A button that shows an icon only; `label` is its name. */
export function createIconButton(
  name: IconName,
  label: string,
  onClick: () => void,
  attributes: Parameters<typeof createButton>[2] = {},
): HTMLButtonElement {
  const button = createButton("", onClick, { class: "quiet", "aria-label": label, title: label, ...attributes });
  button.append(createIcon(name));
  return button;
}

/** Returns `undefined` without a label. */
export function createStateMark(label: StateLabel | undefined, text = label?.word): HTMLElement | undefined {
  return label && createElement("span", { class: `state ${label.tone}` }, createIcon(label.icon), " ", text);
}
