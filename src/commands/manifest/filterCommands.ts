import {
  type CommandContribution,
  connected,
  hiddenInPalette,
  inViewTitle,
  type ViewName,
} from "./commandContribution.ts";

/** A view's title bar shows one of the two: the filter, or the command that clears it. */
export const filterCommand = (view: ViewName, title: string, icon = "$(filter)"): CommandContribution => ({
  title,
  icon,
  menus: [hiddenInPalette, inViewTitle([view], "navigation@2", connected, `!fairlead.${view}.filtered`)],
});

export const clearFilterCommand = (view: ViewName, title: string): CommandContribution => ({
  title,
  icon: "$(clear-all)",
  menus: [hiddenInPalette, inViewTitle([view], "navigation@2", connected, `fairlead.${view}.filtered`)],
});
