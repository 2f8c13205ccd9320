import type { EditorSettings } from "../../base/editorSettings.ts";

/** What VS Code and the guide say about a setting. */
interface SettingText {
  readonly text: string;
  /** Settings are the user's, and not a workspace's, unless they say so. */
  readonly scope?: "resource";
  /** The section of the guide about it. */
  readonly guide?: string;
}

/** A setting with values of its own has a text for each of them. */
type ValueTexts<Value> = [Value] extends [string]
  ? { readonly values: Readonly<Record<Value, string>> }
  : [Value] extends [readonly (infer Item extends string)[]]
    ? { readonly values: Readonly<Record<Item, string>> }
    : { readonly values?: undefined };

export const settingTexts: {
  readonly [Name in keyof EditorSettings]: SettingText & ValueTexts<EditorSettings[Name]>;
} = {
  refreshSeconds: {
    text: "Seconds between two refreshes of a view while it is visible.",
  },
  servesRegistry: {
    text: "Programs of this machine read the registry of the local service without a key: by the MCP registry API and by Agent Skills Discovery. It takes effect when the local service starts again.",
    guide: "registry.md#read-it-with-other-programs",
  },
  requestTimeoutSeconds: {
    text: "Seconds that a request to the service may take with its retries. Raise it for a service that is slow or far away.",
  },
  notifications: {
    text: "Which messages are shown as notifications.",
    values: {
      all: "Every message is a notification.",
      important:
        "Messages that only confirm what you did go to the status bar. Problems and messages with buttons stay notifications.",
    },
  },
  notifyAbout: {
    text: "What notifications are shown about besides answers to what you do. The rest is shown in the status bar for some seconds, and is in the log.",
    values: {
      deployments: "How a deployment ended.",
      tests: "How the tests that a command ran ended.",
      health: "A server may not connect to a host, or the local service has a problem or another address.",
    },
  },
  openResults: {
    text: "What opens by itself when tests or deployments that you started run.",
    values: {
      testResults:
        "The Test Results, when a command runs tests and VS Code's setting `testing.automaticallyOpenTestResults` allows it.",
      testReport: "The report of a test run that a command started, when it ends.",
      deployment: "The panel of a deployment, when it starts.",
    },
  },
  confirm: {
    text: "Which questions are asked before something that can be undone. Fairlead always asks before code runs, before a credential goes to a new host, and before what cannot be undone.",
    values: {
      archive: "Before projects, servers or skills are archived. Undo and Restore bring them back.",
      uninstall: "What becomes of files that you changed in an installed skill. Without the question they stay.",
      severalRows: "Before a command runs on several selected rows.",
      leaveLocal:
        "Whether servers stop when the last window leaves the local service. Without the question they run until this window closes.",
    },
  },
  changesPreview: {
    text: "Which changes are shown, with the request, before they are sent to a service by another maker.",
    values: {
      unproven: "A change is shown until one of its kind has worked at the service.",
      never: "Every change is sent at once.",
    },
    guide: "other-services.md#changes",
  },
  breakingChanges: {
    text: "What happens before a version is deployed whose tools break those who call the live version: a tool that is gone, a new required input, a value that is no longer accepted. Going back to an earlier version is never asked or refused.",
    values: {
      ask: "Fairlead lists the changes and asks.",
      refuse: "The version is not deployed.",
      allow: "The version is deployed without a question, and its test runs only report the changes.",
    },
    guide: "servers.md#changes-that-break-callers",
  },
  keepToolCalls: {
    text: "Whether the calls on the pages of tools are kept in the workspace, with their arguments and results, until this is switched off. Otherwise they end with the window.",
    guide: "tools.md#call-a-tool",
  },
  checksSources: {
    text: "Whether the view **Skills**, while it is visible, asks the sources of skills that were added over the web, at most once an hour each, whether they have something newer. Nothing is downloaded.",
    guide: "skills.md#add-skills-from-elsewhere",
  },
  maxTools: {
    text: "Above this number of operations a generated server offers three tools (search, describe, call) instead of one for each operation, so that a client's context survives.",
    scope: "resource",
  },
};
