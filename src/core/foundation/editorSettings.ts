import * as z from "zod";
import { defaultMaxTools } from "../../contract/mcp/defaultMaxTools.ts";

/** What a setting is besides its values and its default. */
interface SettingFacts {
  /** The name behind `fairlead.`. */
  readonly id: string;
  readonly text: string;
  /** The texts of the values that it can have. */
  readonly values?: Readonly<Record<string, string>>;
  /** Settings are the user's, and not a workspace's, unless they say so. */
  readonly scope?: "resource";
  /** The section of the guide about it. */
  readonly guide?: string;
}

const facts = z.registry<SettingFacts>();

const prices = z.record(z.string(), z.strictObject({ input: z.number().min(0), output: z.number().min(0) }));

/**
 * All settings. `npm run manifest` writes their part of package.json, of its texts and of the guide from this table. A value that a
 * setting cannot have gives its default.
 */
const editorSettings = z.object({
  refreshSeconds: z.number().min(2).max(3600).catch(10).register(facts, {
    id: "refreshSeconds",
    text: "Seconds between two refreshes of a view while it is visible.",
  }),
  servesRegistry: z.boolean().catch(false).register(facts, {
    id: "localService.discovery",
    text: "Programs of this machine read the registry of the local service without a key: by the MCP registry API and by Agent Skills Discovery. It takes effect when the local service starts again.",
    guide: "registry.md#read-it-with-other-programs",
  }),
  requestTimeoutSeconds: z.number().min(5).max(600).catch(30).register(facts, {
    id: "requestTimeoutSeconds",
    text: "Seconds that a request to the service may take with its retries. Raise it for a service that is slow or far away.",
  }),
  notifications: choice(
    {
      id: "notifications",
      text: "Which messages are shown as notifications.",
    },
    {
      all: "Every message is a notification.",
      important:
        "Messages that only confirm what you did go to the status bar. Problems and messages with buttons stay notifications.",
    },
    "all",
  ),
  notifyAbout: choices(
    {
      id: "notifyAbout",
      text: "What notifications are shown about besides answers to what you do. The rest is shown in the status bar for some seconds, and is in the log.",
    },
    {
      deployments: "How a deployment ended.",
      tests: "How the tests that a command ran ended.",
      health: "A server may not connect to a host, or the local service has a problem or another address.",
    },
  ),
  openResults: choices(
    {
      id: "openResults",
      text: "What opens by itself when tests or deployments that you started run.",
    },
    {
      testResults:
        "The Test Results, when a command runs tests and VS Code's setting `testing.automaticallyOpenTestResults` allows it.",
      testReport: "The report of a test run that a command started, when it ends.",
      deployment: "The panel of a deployment, when it starts.",
    },
    ["testResults"],
  ),
  confirm: choices(
    {
      id: "confirm",
      text: "Which questions are asked before something that can be undone. Fairlead always asks before code runs, before a credential goes to a new host, and before what cannot be undone.",
    },
    {
      archive: "Before projects, servers or skills are archived. Undo and Restore bring them back.",
      uninstall: "What becomes of files that you changed in an installed skill. Without the question they stay.",
      severalRows: "Before a command runs on several selected rows.",
      leaveLocal:
        "Whether servers stop when the last window leaves the local service. Without the question they run until this window closes.",
    },
  ),
  changesPreview: choice(
    {
      id: "changes.preview",
      text: "Which changes are shown, with the request, before they are sent to a service by another maker.",
      guide: "other-services.md#changes",
    },
    {
      unproven: "A change is shown until one of its kind has worked at the service.",
      never: "Every change is sent at once.",
    },
    "unproven",
  ),
  breakingChanges: choice(
    {
      id: "deploy.breakingChanges",
      text: "What happens before a version is deployed whose tools break those who call the live version: a tool that is gone, a new required input, a value that is no longer accepted. Going back to an earlier version is never asked or refused.",
      guide: "servers.md#changes-that-break-callers",
    },
    {
      ask: "Fairlead lists the changes and asks.",
      refuse: "The version is not deployed.",
      allow: "The version is deployed without a question, and its test runs only report the changes.",
    },
    "ask",
  ),
  keepToolCalls: z.boolean().catch(false).register(facts, {
    id: "tools.keepCalls",
    text: "Whether the calls on the pages of tools are kept in the workspace, with their arguments and results, until this is switched off. Otherwise they end with the window.",
    guide: "tools.md#call-a-tool",
  }),
  checksSources: z.boolean().catch(true).register(facts, {
    id: "skills.checkSources",
    text: "Whether the view **Skills**, while it is visible, asks the sources of skills that were added over the web, at most once an hour each, whether they have something newer. Nothing is downloaded.",
    guide: "skills.md#add-skills-from-elsewhere",
  }),
  modelPrices: z.preprocess(keepPrices, prices.catch({})).register(facts, {
    id: "test.modelPrices",
    text: 'What models cost, in dollars for a million tokens, by the name of the model: `{ "small": { "input": 0.25, "output": 2 } }`. Evaluations show the cost of a model that stands here, and can be limited by it.',
    guide: "testing.md#evaluate-a-skill",
  }),
  maxTools: z.int().min(3).max(5000).catch(defaultMaxTools).register(facts, {
    id: "generate.maxTools",
    text: "Above this number of operations a generated server offers three tools (search, describe, call) instead of one for each operation, so that a client's context survives.",
    scope: "resource",
  }),
});

export type EditorSettings = Readonly<z.output<typeof editorSettings>>;

/** What a notification can be about that is no answer to a click. */
export type NewsKind = EditorSettings["notifyAbout"][number];

/** One of the values. */
function choice<Value extends string>(more: SettingFacts, values: Record<Value, string>, initial: NoInfer<Value>) {
  return z
    .enum(keysOf(values))
    .catch(initial)
    .register(facts, { ...more, values });
}

/** Some of the values, by default all. Those that are unknown are left out. */
function choices<Value extends string>(
  more: SettingFacts,
  values: Record<Value, string>,
  initial?: readonly NoInfer<Value>[],
) {
  const all = keysOf(values);
  const known = (list: unknown) => (Array.isArray(list) ? all.filter((value) => list.includes(value)) : list);
  const schema = z
    .array(z.enum(all))
    .meta({ uniqueItems: true })
    .catch([...(initial ?? all)]);
  return z.preprocess(known, schema).register(facts, { ...more, values });
}

function keysOf<Value extends string>(values: Record<Value, string>): Value[] {
  return Object.keys(values).filter((key): key is Value => Object.hasOwn(values, key));
}

/** Leaves out prices that are none. */
function keepPrices(written: unknown): unknown {
  if (typeof written !== "object" || written === null) return written;
  return Object.fromEntries(
    Object.entries(written).filter(([name, price]) => prices.safeParse({ [name]: price }).success),
  );
}

/** Each setting with its schema, in the order of the manifest. */
export const listSettings = () =>
  Object.entries(editorSettings.shape).map(([name, schema]) => {
    const found = facts.get(schema);
    if (found === undefined) throw new Error(`The setting ${name} has no text.`);
    return { ...found, name, schema };
  });

/** The settings as the user wrote them, each with its default in place of a value that it cannot have. */
export function parseEditorSettings(read: (id: string) => unknown): EditorSettings {
  return editorSettings.parse(Object.fromEntries(listSettings().map(({ name, id }) => [name, read(id)])));
}
