import * as z from "zod/mini";
import {
  type AnyPanelFromWebview,
  anyPanelToWebviewSchema,
  savedPageStateSchema,
} from "../protocol/anyPanelMessages.ts";

/** What VS Code gives a page, once. */
interface Editor {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare function acquireVsCodeApi(): Editor;

export interface WebviewPageParts<Subject, Place extends object, Hears> {
  readonly subject: z.ZodMiniType<Subject>;
  readonly place: z.ZodMiniType<Place>;
  readonly hears: z.ZodMiniType<Hears>;
  /** Where the user is in a page that was never seen before. */
  readonly start: Place;
}

/** A page's side of the talk with the editor. */
export interface WebviewPage<Subject, Place extends object, Hears, Says> {
  readonly subject: Subject;
  /** Where the user is; what is kept is there again when the page is hidden and seen, and after a reload. */
  readonly place: Place;
  keep(change: Partial<Place>): void;
  say(message: Says | AnyPanelFromWebview): void;
  /** `hear` is called with every message; `ready` now and whenever the editor asks whether the page is there. */
  start(listener: { readonly ready: () => void; readonly hear: (message: Hears) => void }): void;
}

// Without a compiler of its own: the page's policy forbids code that is made from text.
z.config({ jitless: true });

export function connectPage<Subject, Place extends object, Hears, Says>(
  parts: WebviewPageParts<Subject, Place, Hears>,
): WebviewPage<Subject, Place, Hears, Says> {
  const editor = acquireVsCodeApi();
  const subject = parts.subject.parse(JSON.parse(document.body.dataset.subject ?? "null"));
  const known = parts.place.safeParse(savedPageStateSchema.safeParse(editor.getState()).data?.place);
  let place = known.success ? known.data : parts.start;
  const keep = (change: Partial<Place>) => {
    place = { ...place, ...change };
    editor.setState({ subject, place });
  };
  const say = (message: Says | AnyPanelFromWebview) => editor.postMessage(message);
  tellWhatBreaks((message) => say({ type: "broken", message: message.slice(0, 10_000) }));
  keep({});
  return {
    subject,
    get place() {
      return place;
    },
    keep,
    say,
    start: ({ ready, hear }) => {
      addEventListener("message", ({ data }: MessageEvent<unknown>) => {
        if (anyPanelToWebviewSchema.safeParse(data).success) return ready();
        hear(parts.hears.parse(data));
      });
      ready();
    },
  };
}

function tellWhatBreaks(tell: (message: string) => void): void {
  const words = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));
  addEventListener("error", ({ error, message }) => tell(error ? words(error) : message));
  addEventListener("unhandledrejection", ({ reason }) => tell(words(reason)));
}
