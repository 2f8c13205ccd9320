import * as z from "zod/mini";
import {
  type AnyPanelFromWebview,
  anyPanelToWebviewSchema,
  savedPageStateSchema,
} from "../protocol/anyPanelMessages.ts";

/** The script `start` has it from VS Code. */
interface WebviewApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare function acquireVsCodeApi(): WebviewApi;

export interface WebviewPageParts<Subject, State extends object, ToWebview> {
  readonly subject: z.ZodMiniType<Subject>;
  readonly state: z.ZodMiniType<State>;
  readonly messageSchema: z.ZodMiniType<ToWebview>;
  /** The state of a page that has no saved state. */
  readonly initialState: State;
}

/** The connection of a page to its panel in the extension host. */
export interface WebviewPage<Subject, State extends object, ToWebview, FromWebview> {
  readonly subject: Subject;
  /** VS Code saves it: the page has it again after it was hidden, and after a reload. */
  readonly state: State;
  updateState(change: Partial<State>): void;
  post(message: FromWebview | AnyPanelFromWebview): void;
  /** Calls `onMessage` with each message, and `ready` at once and each time that the panel becomes visible. */
  start(listener: { readonly ready: () => void; readonly onMessage: (message: ToWebview) => void }): void;
}

// The Content Security Policy of the page forbids `eval`, which zod's compiled schemas use.
z.config({ jitless: true });

export function connectPage<Subject, State extends object, ToWebview, FromWebview>(
  parts: WebviewPageParts<Subject, State, ToWebview>,
): WebviewPage<Subject, State, ToWebview, FromWebview> {
  const vscode = acquireVsCodeApi();
  const subject = parts.subject.parse(JSON.parse(document.body.dataset.subject ?? "null"));
  const savedState = parts.state.safeParse(savedPageStateSchema.safeParse(vscode.getState()).data?.place);
  let state = savedState.success ? savedState.data : parts.initialState;
  const updateState = (change: Partial<State>) => {
    state = { ...state, ...change };
    vscode.setState({ subject, place: state });
  };
  const post = (message: FromWebview | AnyPanelFromWebview) => vscode.postMessage(message);
  updateState({});
  return {
    subject,
    get state() {
      return state;
    },
    updateState,
    post,
    start: ({ ready, onMessage }) => {
      addEventListener("message", ({ data }: MessageEvent<unknown>) => {
        if (anyPanelToWebviewSchema.safeParse(data).success) return ready();
        onMessage(parts.messageSchema.parse(data));
      });
      ready();
    },
  };
}
