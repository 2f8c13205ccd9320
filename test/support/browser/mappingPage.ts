import type { DialectProfile } from "../../../src/contract/dialectProfile.ts";
import type { OperationName } from "../../../src/contract/operations.ts";
import { readWithProfile } from "../../../src/dialect/connect.ts";
import { createAnswerTree } from "../../../src/extension/profile/model/mapping/answerTree.ts";
import { applyMappingChanges } from "../../../src/extension/profile/model/mapping/applyMappingChanges.ts";
import { formatAnswer } from "../../../src/extension/profile/model/mapping/formatAnswer.ts";
import { formatReading } from "../../../src/extension/profile/model/mapping/formatReading.ts";
import { findMappingFields } from "../../../src/extension/profile/model/mapping/mappingFields.ts";
import { mappingPanelFromWebviewSchema } from "../../../src/webview/protocol/mappingPanelFromWebview.ts";
import type {
  MappingChange,
  MappingPageState,
  MappingPanelToWebview,
  MappingProposal,
} from "../../../src/webview/protocol/mappingPanelMessages.ts";
import { type OpenPage, startPageFixture } from "./pageFixture.ts";
import type { PageTheme } from "./pageThemes.ts";

const profile: DialectProfile = { version: 1, dialect: "other", operations: {} };

/** The messages of a panel for an answer: they are read as the panel reads them. */
export function createMappingMessages(operation: OperationName, json: unknown) {
  const fields = findMappingFields(operation);
  if (!fields) throw new Error(`${operation} has nothing to map.`);
  const tree = createAnswerTree(json);
  const shown = formatAnswer({ operation, fields, tree, connection: "Harbour" });
  return {
    answer: { type: "answer", shown, problem: null } satisfies MappingPanelToWebview,
    read: async (
      changes: readonly MappingChange[] = [],
      proposed: readonly MappingChange[] = [],
    ): Promise<MappingPanelToWebview> => {
      const changed = applyMappingChanges(profile, operation, fields, [...changes, ...proposed]);
      const reading = await readWithProfile(changed, operation, json);
      const formatProfileSource = () => "you";
      return {
        type: "reading",
        shown: formatReading({ fields, reading, tree, changes, proposed, formatProfileSource }),
      };
    },
  };
}

interface MappingPageOptions {
  readonly theme?: PageTheme;
  readonly width?: number;
  readonly state?: MappingPageState;
  readonly json?: unknown;
  readonly canAsk?: boolean;
}

export const mappingSubject = { connection: "c-1", operation: "servers.list" };

/** The page in a browser; the test acts as its panel. */
export async function startMappingPage() {
  const fixture = await startPageFixture("mapping");
  let open: OpenPage | undefined;
  const current = () => {
    if (!open) throw new Error("No page is open.");
    return open;
  };
  const post = (message: MappingPanelToWebview) => current().post(message);
  return {
    /** Opens the page with the answer and what is read from it. */
    open: async ({ json = fleet, state, canAsk = false, ...options }: MappingPageOptions = {}) => {
      open = await fixture.open({ subject: mappingSubject, ...options, ...(state && { state }) });
      const messages = createMappingMessages("servers.list", json);
      await post(messages.answer);
      await post(
        await messages.read(
          state?.changes,
          state?.proposal?.lines.map(({ change }) => change),
        ),
      );
      await post({ type: "models", canAsk, working: null });
      await open.page.getByRole("tree").waitFor();
      return { ...open, messages };
    },
    opened: current,
    post,
    lastMessage: async () => mappingPanelFromWebviewSchema.parse((await current().messages()).at(-1)),
    node: (name: RegExp) => current().page.getByRole("treeitem", { name }).first(),
    entry: (name: string) => current().page.getByRole("menuitemradio", { name }),
    rows: () => current().page.getByRole("table").getByRole("row"),
    button: (name: string) => current().page.getByRole("button", { name, exact: true }),
    /** The name of the focused element. */
    focused: () => current().page.evaluate("document.activeElement?.ariaLabel ?? document.activeElement?.textContent"),
    /** The key of the focused value of the answer. */
    focusedKey: () => current().page.evaluate("document.activeElement?.querySelector('.key')?.textContent"),
    close: () => fixture.close(),
  };
}

/** Two lists with meaningless names, and states in words of their own. */
export const fleet = {
  harbour: { name: "North", opened: "2020-01-01T00:00:00Z" },
  ships: [
    {
      pk: "s-101",
      moniker: "Weather Tools",
      mood: "AFLOAT",
      times: { laid: "2026-11-20T08:15:00Z", touched: "2026-11-22T19:03:12Z" },
      berth: { dock: "prj_7", lane: 4 },
      flags: ["blue", "white"],
      apiToken: "flk_0123456789abcdef0123456789abcdef0123456789ab",
    },
    {
      pk: "s-102",
      moniker: "Billing",
      mood: "RESTING",
      times: { laid: "2026-10-02T12:00:00Z", touched: "2026-11-21T07:40:00Z" },
      berth: { dock: "prj_7", lane: 2 },
      flags: [],
      apiToken: null,
    },
    {
      pk: "s-103",
      moniker: "Search the Archive",
      mood: "failed",
      times: { laid: "2026-09-12T16:45:30Z", touched: "2026-11-01T10:00:00Z" },
      berth: { dock: "prj_9", lane: 1 },
      flags: ["red"],
      apiToken: null,
    },
  ],
  crews: [{ who: "Ann" }, { who: "Bob" }],
  paging: { next: null, total: 3 },
};

/** What a user says of the fleet. */
export const fleetChanges = {
  holder: { kind: "holder", path: ["ships"] },
  id: { kind: "field", field: "id", path: ["pk"] },
  name: { kind: "field", field: "name", path: ["moniker"] },
  status: { kind: "field", field: "status", path: ["mood"] },
} satisfies Record<string, MappingChange>;

export const mappedFleet: readonly MappingChange[] = Object.values(fleetChanges);

/** What a model says of the fleet. */
export const fleetProposal: MappingProposal = {
  model: "GPT-5",
  lines: [
    { change: fleetChanges.holder, text: "The list of items is ships" },
    { change: fleetChanges.name, text: "Name is moniker" },
    { change: { kind: "field", field: "createdAt", path: ["times", "laid"] }, text: "Created At is times > laid" },
    { change: { kind: "state", word: "AFLOAT", state: "ready" }, text: "AFLOAT means ready" },
  ],
  dropped: ["Version: no item has a value at version."],
};
