import { randomBytes } from "node:crypto";
import { env, ThemeIcon, Uri, type WebviewPanel } from "vscode";
import type { Logger } from "../../core/foundation/ports.ts";
import { renderPanelHtml } from "../../core/panels/panelHtml.ts";
import type { MessageSchema, PanelKind, WebviewController } from "../../core/panels/panelKind.ts";
import { type AnyPanelToWebview, anyPanelFromWebviewSchema } from "../../webview/protocol/anyPanelMessages.ts";

export interface OpenPanelParts<Subject, Said, Told> {
  readonly kind: PanelKind<Subject, Said, Told>;
  readonly subject: Subject;
  readonly panel: WebviewPanel;
  readonly extensionUri: Uri;
  readonly log: Logger;
  readonly closed: () => void;
}

/** All that a page may load. */
const roots = ["dist/webview", "media/styles"];

/** The life of one panel: from the document it is given until it is closed. */
export class OpenPanel<Subject, Said, Told> {
  readonly #parts: OpenPanelParts<Subject, Said, Told>;
  readonly #host: WebviewController<Said>;

  constructor(parts: OpenPanelParts<Subject, Said, Told>) {
    this.#parts = parts;
    const { kind, subject, panel } = parts;
    panel.webview.options = { enableScripts: true, localResourceRoots: roots.map((root) => this.#file(root)) };
    panel.iconPath = new ThemeIcon(kind.icon);
    this.#host = kind.open(subject, {
      tell: (message) => void panel.webview.postMessage(message),
      title: (text) => {
        panel.title = text;
      },
    });
    panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message));
    panel.onDidChangeViewState(() => this.#look());
    panel.onDidDispose(() => {
      this.#host.dispose();
      parts.closed();
    });
    panel.webview.html = this.#html();
  }

  reveal(): void {
    this.#parts.panel.reveal();
  }

  close(): void {
    this.#parts.panel.dispose();
  }

  #receive(message: unknown): void {
    const { kind, log } = this.#parts;
    const any = anyPanelFromWebviewSchema.safeParse(message);
    if (any.success && any.data.type === "copy") void env.clipboard.writeText(any.data.text);
    else if (any.success && any.data.type === "broken") log.error(`A page of ${kind.type} broke: ${any.data.message}`);
    else this.#pass(message, kind.says);
  }

  #pass(message: unknown, says: MessageSchema<Said>): void {
    const { kind, log } = this.#parts;
    const said = says.safeParse(message);
    if (said.success) {
      this.#host.hear(said.data);
      return;
    }
    const reasons = said.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`.trim());
    log.warning(`A page of ${kind.type} said something that is no message of it: ${reasons.join("; ")}`);
  }

  #look(): void {
    const { panel } = this.#parts;
    const hello: AnyPanelToWebview = { type: "hello" };
    if (panel.visible) void panel.webview.postMessage(hello);
    else this.#host.hide();
  }

  #html(): string {
    const { kind, subject, panel } = this.#parts;
    const name = kind.type.replace("fairlead.", "");
    const url = (path: string) => panel.webview.asWebviewUri(this.#file(path)).toString();
    return renderPanelHtml({
      title: kind.title(subject),
      source: panel.webview.cspSource,
      nonce: randomBytes(24).toString("base64url"),
      script: url(`dist/webview/${name}.js`),
      styles: ["media/styles/panel.css", `media/styles/${name}.css`, "dist/webview/chart.css"].map(url),
      subject,
    });
  }

  #file(path: string): Uri {
    return Uri.joinPath(this.#parts.extensionUri, ...path.split("/"));
  }
}
