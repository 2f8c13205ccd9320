import type { ViewId } from "../ports.ts";
import { inPalette, type MenuItem, mayBeConnected } from "./command.ts";

interface PaletteRows {
  readonly view: ViewId;
  /** The context values of the rows that the command acts on. */
  readonly rows: RegExp;
}

/** Rows that commands of the palette act on, by the context key that is true when a view knows that it has none. */
export const paletteRows = {
  "fairlead.lacksStoppedServer": { view: "fairlead.servers", rows: /^server\.[a-z]+\.stopped/ },
  "fairlead.lacksStartedServer": {
    view: "fairlead.servers",
    rows: /^server\.[a-z]+\.(running|idle|degraded|deploying|starting)/,
  },
  "fairlead.lacksServerWithAccount": { view: "fairlead.servers", rows: /^server\..*\.account(\.|$)/ },
  "fairlead.lacksServerOfAgents": { view: "fairlead.servers", rows: /^server\..*\.agents(\.|$)/ },
  "fairlead.lacksInstalledSkill": { view: "fairlead.skills", rows: /^(skill\..*installed|installation\.|addedSkill)/ },
} as const satisfies Record<string, PaletteRows>;

export const inPaletteUnless = (key: keyof typeof paletteRows): MenuItem[] => inPalette(`${mayBeConnected} && !${key}`);

/** The values of these keys of a view. `contexts` are the context values of its first level; undefined: not all of it is known. */
export function readAbsenceContext(
  view: ViewId,
  contexts: readonly string[] | undefined,
): Readonly<Record<string, boolean>> {
  const ofView = Object.entries(paletteRows).filter(([, one]) => one.view === view);
  return Object.fromEntries(
    ofView.map(([key, { rows }]) => [key, contexts !== undefined && !contexts.some((one) => rows.test(one))]),
  );
}
