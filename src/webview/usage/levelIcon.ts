const shapes = {
  fine: "",
  // A triangle, and a circle that is struck through.
  near: "M8 2.5 14.5 13.5H1.5zM8 6.5v3.5M8 11.9v.1",
  full: "M8 1.8a6.2 6.2 0 1 0 0 12.4 6.2 6.2 0 0 0 0-12.4zM3.7 12.3l8.6-8.6",
} as const;

/** Says by its form what the words beside it say. */
export function levelIcon(level: keyof typeof shapes): SVGElement {
  const space = "http://www.w3.org/2000/svg";
  const icon = document.createElementNS(space, "svg");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", shapes[level]);
  icon.setAttribute("class", "icon");
  icon.setAttribute("viewBox", "0 0 16 16");
  icon.setAttribute("aria-hidden", "true");
  icon.append(path);
  return icon;
}
