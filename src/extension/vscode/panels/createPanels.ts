import { randomBytes } from "node:crypto";
import {
  type ExtensionContext,
  env,
  l10n,
  type Tab,
  TabInputWebview,
  ThemeIcon,
  Uri,
  ViewColumn,
  type WebviewPanel,
  window,
} from "vscode";
import {
  type AnyPanelFromWebview,
  type AnyPanelToWebview,
  anyPanelFromWebviewSchema,
  savedPageStateSchema,
} from "../../../webview/protocol/anyPanelMessages.ts";
import { createUsagePanel } from "../../account/panel/usagePanel.ts";
import type { MessageSchema, PanelKind, WebviewController } from "../../base/panel/panelKind.ts";
import { renderPanelHtml } from "../../base/panel/renderPanelHtml.ts";
import type { Logger, PageOptions } from "../../base/ports.ts";
import type { ReportRefusedHost } from "../../deployment/commands/refusedHostNotices.ts";
import type { SourceLinks } from "../../deployment/model/sourceLinks.ts";
import { createDeploymentPanel } from "../../deployment/panel/deploymentPanel.ts";
import { createCompatibilityPanel } from "../../profile/panel/compatibilityPanel.ts";
import { createToolPageActions } from "../../tools/panel/toolPageActions.ts";
import { createToolPanel } from "../../tools/panel/toolPanel.ts";
import type { CommandServices } from "../createCommandServices.ts";

interface OpenPanelParts<Subject, FromWebview, ToWebview> {
  readonly kind: PanelKind<Subject, FromWebview, ToWebview>;
  readonly subject: Subject;
  readonly panel: WebviewPanel;
  readonly extensionUri: Uri;
  readonly log: Logger;
  readonly onClose: () => void;
}

/** The folders that a page may load files from. */
const roots = ["dist/webview", "media/styles"];

/** One open panel: connects its webview with its controller. */
class OpenPanel<Subject, FromWebview, ToWebview> {
  readonly #parts: OpenPanelParts<Subject, FromWebview, ToWebview>;
  readonly #controller: WebviewController<FromWebview>;

  constructor(parts: OpenPanelParts<Subject, FromWebview, ToWebview>) {
    this.#parts = parts;
    const { kind, subject, panel } = parts;
    panel.webview.options = { enableScripts: true, localResourceRoots: roots.map((root) => this.#file(root)) };
    panel.iconPath = new ThemeIcon(kind.icon);
    this.#controller = kind.open(subject, {
      post: (message) => void panel.webview.postMessage(message),
      setTitle: (text) => {
        panel.title = text;
      },
      close: () => panel.dispose(),
    });
    panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message));
    panel.onDidChangeViewState(() => this.#onViewStateChange());
    panel.onDidDispose(() => {
      this.#controller.dispose();
      parts.onClose();
    });
    panel.webview.html = this.#html();
  }

  get title(): string {
    return this.#parts.panel.title;
  }

  reveal(preserveFocus: boolean): void {
    this.#parts.panel.reveal(undefined, preserveFocus);
  }

  close(): void {
    this.#parts.panel.dispose();
  }

  #receive(message: unknown): void {
    const shared = anyPanelFromWebviewSchema.safeParse(message);
    if (shared.success) this.#handleSharedMessage(shared.data);
    else this.#handleMessage(message, this.#parts.kind.messageSchema);
  }

  #handleSharedMessage(message: AnyPanelFromWebview): void {
    const { kind, log, panel } = this.#parts;
    switch (message.type) {
      case "copy":
        void env.clipboard.writeText(message.text);
        break;
      case "error":
        log.error(`The page of ${kind.type} failed: ${message.message}`);
        break;
      case "reload":
        // Another nonce makes it another document, which VS Code loads.
        panel.webview.html = this.#html();
        break;
      case "showLog":
        log.show();
        break;
    }
  }

  #handleMessage(message: unknown, schema: MessageSchema<FromWebview>): void {
    const { kind, log } = this.#parts;
    const parsed = schema.safeParse(message);
    if (parsed.success) {
      this.#controller.onMessage(parsed.data);
      return;
    }
    const reasons = parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`.trim());
    log.warning(`The page of ${kind.type} posted an invalid message: ${reasons.join("; ")}`);
  }

  #onViewStateChange(): void {
    const { panel } = this.#parts;
    const message: AnyPanelToWebview = { type: "visible" };
    if (panel.visible) void panel.webview.postMessage(message);
    else this.#controller.hide();
  }

  #html(): string {
    const { kind, subject, panel } = this.#parts;
    const name = kind.type.replace("fairlead.", "");
    const url = (path: string) => panel.webview.asWebviewUri(this.#file(path)).toString();
    return renderPanelHtml({
      title: kind.title(subject),
      source: panel.webview.cspSource,
      nonce: randomBytes(24).toString("base64url"),
      scripts: ["start", name].map((script) => url(`dist/webview/${script}.js`)),
      styles: ["media/styles/panel.css", `media/styles/${name}.css`, "dist/webview/chart.css"].map(url),
      subject,
      translation: l10n.bundle,
    });
  }

  #file(path: string): Uri {
    return Uri.joinPath(this.#parts.extensionUri, ...path.split("/"));
  }
}

/** The panels of one kind, one for each subject. */
export interface Panels<Subject> {
  /** Reveals the panel of the subject, or opens it. */
  open(subject: Subject, options?: PageOptions): void;
  /** Restores a panel that was open when the window was closed; `state` is the saved state of its page. */
  restore(panel: WebviewPanel, state: unknown): void;
}

function createPanels<Subject, FromWebview, ToWebview>(
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
  const findTabToReplace = (title: string) =>
    [...panels.values()].some((one) => one.title === title) ? undefined : findUnshownTab(kind.type, title);
  return {
    open: (subject, { preserveFocus = false } = {}) => {
      const openPanel = panels.get(kind.key(subject));
      if (openPanel) return openPanel.reveal(preserveFocus);
      const title = kind.title(subject);
      const tab = findTabToReplace(title);
      const viewColumn = tab?.group.viewColumn ?? ViewColumn.Active;
      createPanel(subject, window.createWebviewPanel(kind.type, title, { viewColumn, preserveFocus }));
      if (tab) void window.tabGroups.close(tab, true);
    },
    restore: (panel, state) => {
      const subject = kind.subject.safeParse(savedPageStateSchema.safeParse(state).data?.subject);
      if (subject.success && !panels.has(kind.key(subject.data))) return createPanel(subject.data, panel);
      // The page was never loaded, or a panel of the same subject is open.
      panel.dispose();
    },
  };
}

/** A tab from before a reload. VS Code restores it only when it is shown, so its subject is not known, but its title is. */
function findUnshownTab(type: string, title: string): Tab | undefined {
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.find(({ input, label, isActive }) => {
    return !isActive && label === title && input instanceof TabInputWebview && input.viewType.endsWith(type);
  });
}

/** The panels of this window, by view type. */
export type EditorPanels = ReturnType<typeof createEditorPanels>;

export function createEditorPanels(
  context: ExtensionContext,
  app: CommandServices,
  onRefusedHost: ReportRefusedHost,
  sources: SourceLinks,
) {
  const actions = createToolPageActions(app);
  return {
    "fairlead.compatibility": createPanels(context, app.log, createCompatibilityPanel({ app })),
    "fairlead.deployment": createPanels(
      context,
      app.log,
      createDeploymentPanel({ app, onRefusedHost, sources, traceActions: actions }),
    ),
    "fairlead.tool": createPanels(context, app.log, createToolPanel({ app, actions })),
    "fairlead.usage": createPanels(context, app.log, createUsagePanel({ app, now: Date.now })),
  };
}
