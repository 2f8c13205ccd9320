import { type ExtensionContext, ViewColumn, type WebviewPanel, window } from "vscode";
import type { Logger } from "../../core/foundation/ports.ts";
import type { PanelKind } from "../../core/panels/panelKind.ts";
import { savedPageStateSchema } from "../../webview/protocol/anyPanelMessages.ts";
import { OpenPanel } from "./openPanel.ts";

/** The panels of one kind, one a subject. */
export interface Panels<Subject> {
  /** Reveals the one that there is, or opens one. */
  open(subject: Subject): void;
  /** Gives a panel its life back that was open when the window was closed; `state` is what its page kept. */
  restore(panel: WebviewPanel, state: unknown): void;
}

export function createPanels<Subject, Said, Told>(
  { extensionUri }: ExtensionContext,
  log: Logger,
  kind: PanelKind<Subject, Said, Told>,
): Panels<Subject> {
  const panels = new Map<string, OpenPanel<Subject, Said, Told>>();
  const begin = (subject: Subject, panel: WebviewPanel) => {
    const key = kind.key(subject);
    const closed = () => void panels.delete(key);
    panels.set(key, new OpenPanel({ kind, subject, panel, extensionUri, log, closed }));
  };
  return {
    open: (subject) => {
      const known = panels.get(kind.key(subject));
      if (known) known.reveal();
      else begin(subject, window.createWebviewPanel(kind.type, kind.title(subject), ViewColumn.Active));
    },
    restore: (panel, state) => {
      const subject = kind.subject.safeParse(savedPageStateSchema.safeParse(state).data?.subject);
      if (subject.success && !panels.has(kind.key(subject.data))) return begin(subject.data, panel);
      // It was never filled, or the same was opened meanwhile.
      panel.dispose();
    },
  };
}
