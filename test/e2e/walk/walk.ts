import type { CleanEditor } from "../cleanEditor.ts";
import { findAxeFindings } from "../verbs/axe.ts";
import { emulateTheme, themeNames } from "../verbs/theme.ts";
import type { OpenWindow } from "../window.ts";

/** A user who walks through flows: each act is counted, and each step is looked at. */
export interface Walk {
  readonly editor: CleanEditor;
  readonly window: OpenWindow;
  /** Begins a flow; the acts that follow count for it. */
  flow(name: string): void;
  /** One interaction: a click, a menu item, a shortcut. */
  act(what: string, work: () => Promise<unknown>): Promise<void>;
  /** One interaction that answers a prompt. */
  answer(what: string, work: () => Promise<unknown>): Promise<void>;
  /** Takes pictures in all themes and at a zoom of 200 %, whatever is open, and asks axe-core. */
  look(name: string): Promise<void>;
  /** The findings of axe-core so far. */
  findings(): readonly string[];
  table(): string;
}

const normal = { width: 1280, height: 800 };
/** A window of 1920 x 1080 pixels at a zoom of 200 %. */
const zoomed = { width: 960, height: 540 };

interface Row {
  readonly flow: string;
  readonly acts: string[];
  prompts: number;
}

export function createWalk(editor: CleanEditor, window: OpenWindow): Walk {
  const rows: Row[] = [];
  const findings: string[] = [];
  const act = async (what: string, work: () => Promise<unknown>, prompts: 0 | 1) => {
    const row = rows.at(-1);
    if (!row) throw new Error("A flow has begun.");
    row.acts.push(what);
    row.prompts += prompts;
    await work();
  };
  return {
    editor,
    window,
    flow: (flow) => rows.push({ flow, acts: [], prompts: 0 }),
    act: (what, work) => act(what, work, 0),
    answer: (what, work) => act(what, work, 1),
    look: async (name) => {
      findings.push(...(await findAxeFindings(window.page)).map((finding) => `${name}: ${finding}`));
      for (const theme of themeNames) {
        await emulateTheme(window.page, theme);
        await window.screenshot(`walk-${name}-${theme}`);
      }
      await window.page.setViewportSize(zoomed);
      await window.screenshot(`walk-${name}-zoomed`);
      await window.page.setViewportSize(normal);
    },
    findings: () => findings,
    table: () =>
      rows
        .map(
          ({ flow, acts, prompts }) => `${flow}: ${acts.length} interactions, ${prompts} prompts: ${acts.join("; ")}`,
        )
        .join("\n"),
  };
}
