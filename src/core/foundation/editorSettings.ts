/** What tests and deployments can open by themselves. */
export const openedResults = ["testResults", "testReport", "deployment"] as const;

/** The questions before acts that can be undone. Others are always asked. */
export const optionalQuestions = ["archive", "uninstall", "severalRows", "leaveLocal"] as const;

/** What a notification can be about that is no answer to a click. */
export const newsKinds = ["deployments", "tests", "health"] as const;
export type NewsKind = (typeof newsKinds)[number];

/** Parsed settings; settings of application scope come from the user's settings only. */
export interface EditorSettings {
  readonly maxTools: number;
  readonly refreshSeconds: number;
  /** Whether programs of this machine read the local service's registry without a key. */
  readonly servesRegistry: boolean;
  /** The time for a call with its retries. */
  readonly requestTimeoutSeconds: number;
  /** `important`: messages that ask nothing and report no problem are shown in the status bar. */
  readonly notifications: "all" | "important";
  /** Other news is shown in the status bar. */
  readonly notifyAbout: readonly NewsKind[];
  readonly openResults: readonly (typeof openedResults)[number][];
  readonly confirm: readonly (typeof optionalQuestions)[number][];
  /** The changes at services of other dialects that are shown before they are sent. */
  readonly changesPreview: "unproven" | "never";
  /** What happens before a deployment that breaks those who call the live version. */
  readonly breakingChanges: "ask" | "refuse" | "allow";
  /** Whether the calls of tools outlive the window. */
  readonly keepToolCalls: boolean;
  /** Whether the view asks the sources of added skills for something newer. */
  readonly checksSources: boolean;
  /** Dollars for a million tokens, by the name of the model. */
  readonly modelPrices: Readonly<Record<string, { readonly input: number; readonly output: number }>>;
}
