import { type ExtensionContext, ViewColumn, type WebviewPanel, window } from "vscode";
import type { Logger } from "../../core/foundation/ports.ts";
import type { PanelKind } from "../../core/panels/panelKind.ts";
import { savedPageStateSchema } from "../../webview/protocol/anyPanelMessages.ts";
import { OpenPanel } from "./openPanel.ts";

/** The panels of one kind, one for each subject. */
export interface Panels<Subject> {
  /** Reveals the panel of the subject, or opens it. */
  open(subject: Subject): void;
  /** Restores a panel that was open when the window was closed; `state` is the saved state of its page. */
  restore(panel: WebviewPanel, state: unknown): void;
}

export function createPanels<Subject, FromWebview, ToWebview>(
  { extensionUri }: ExtensionContext,
  log: Logger,
  kind: PanelKind<Subject, FromWebview, ToWebview>,
): Panels<Subject> {
  const panels = new Map<string, OpenPanel<Subject, FromWebview, ToWebview>>();
  const createPanel = (subject: Subject, panel: WebviewPanel) => {
    const key = kind.key(subject);
    const onClose = () => void panels.delete(key);
    panels.set(key, new OpenPanel({ kind, subject, panel, extensionUri, log, onClose }));
  };
  return {
    open: (subject) => {
      const known = panels.get(kind.key(subject));
      if (known) known.reveal();
      else createPanel(subject, window.createWebviewPanel(kind.type, kind.title(subject), ViewColumn.Active));
    },
    restore: (panel, state) => {
      const subject = kind.subject.safeParse(savedPageStateSchema.safeParse(state).data?.subject);
      if (subject.success && !panels.has(kind.key(subject.data))) return createPanel(subject.data, panel);
      // The page was never loaded, or a panel of the same subject is open.
      panel.dispose();
    },
  };
}
