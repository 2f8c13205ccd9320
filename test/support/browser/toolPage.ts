import {
  type CallView,
  type ToolPageState,
  type ToolPanelState,
  type ToolPanelSubject,
  type ToolPanelToWebview,
  toolPanelFromWebviewSchema,
} from "../../../src/webview/protocol/toolPanelMessages.ts";
import { type OpenPage, startPageFixture } from "./pageFixture.ts";
import type { PageTheme } from "./pageThemes.ts";

const subject: ToolPanelSubject = {
  server: { kind: "deployed", connection: "local", id: "srv_1" },
  tool: "add_pet",
};

/** A schema with a field of each kind. */
export const petSchema = {
  type: "object",
  required: ["name", "kind", "age", "owner"],
  additionalProperties: false,
  properties: {
    name: { type: "string", minLength: 1, description: "What the pet is called.", examples: ["Rex"] },
    kind: { enum: ["dog", "cat", "fish"] },
    age: { type: "integer", minimum: 0, maximum: 30 },
    owner: {
      type: "object",
      required: ["email"],
      properties: { email: { type: "string", format: "email", default: "a@b.example" } },
    },
    notes: { type: ["string", "null"], description: "Anything else.\nIn several lines." },
    born: { type: "string", format: "date" },
    seen: { type: "string", format: "date-time" },
    vaccinated: { type: "boolean" },
    tags: { type: "array", items: { type: "string" }, maxItems: 3 },
    photo: {
      type: "object",
      required: ["data"],
      properties: {
        data: { type: "string", contentEncoding: "base64" },
        filename: { type: "string" },
        mediaType: { type: "string" },
      },
    },
    chip: { type: "string", contentEncoding: "base64" },
    home: {
      oneOf: [
        { title: "Address", type: "object", required: ["street"], properties: { street: { type: "string" } } },
        {
          title: "Coordinates",
          type: "object",
          required: ["lat", "lon"],
          properties: { lat: { type: "number" }, lon: { type: "number" } },
        },
      ],
    },
    parent: { $ref: "#/$defs/animal" },
    labels: { type: "object", additionalProperties: { type: "integer" } },
    anything: {},
  },
  $defs: { animal: { type: "object", properties: { name: { type: "string" }, parent: { $ref: "#/$defs/animal" } } } },
};

const state: ToolPanelState = {
  ...{ type: "state", server: "Petstore", connected: true, hasUpstream: true, tokens: 321, calls: [] },
  ...{ isStopped: false, hasVariables: false, isChanged: false },
  tool: {
    ...{ name: "add_pet", title: "Add a Pet", description: "Adds a pet to the store.\n\nIts name must be new." },
    inputSchema: petSchema,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
};

/** A call that has ended. */
export function createTestCall(change: Partial<CallView> = {}): CallView {
  return {
    ...{ id: "call_1", at: "2026-01-01T12:00:00.000Z", arguments: {}, state: "succeeded", durationMs: 12 },
    ...{ bytes: 1400, tokens: 350 },
    ...change,
  };
}

interface ToolPageOptions {
  readonly theme?: PageTheme;
  readonly width?: number;
  readonly height?: number;
  readonly saved?: ToolPageState;
  readonly change?: Partial<ToolPanelState>;
  readonly inputSchema?: Record<string, unknown>;
}

/** The page in a browser; the test acts as its panel. */
export async function startToolPage(translation: Readonly<Record<string, string>> = {}) {
  const fixture = await startPageFixture("tool", translation);
  let open: OpenPage | undefined;
  const current = () => {
    if (!open) throw new Error("No page is open.");
    return open;
  };
  const post = (message: ToolPanelToWebview) => current().post(message);
  const showState = ({ change, inputSchema }: Pick<ToolPageOptions, "change" | "inputSchema"> = {}) =>
    post({ ...state, ...(inputSchema && { tool: { name: "add_pet", inputSchema } }), ...change });
  return {
    open: async ({ saved, change, inputSchema, ...options }: ToolPageOptions = {}) => {
      open = await fixture.open({ subject, ...options, ...(saved && { state: saved }) });
      await showState({ ...(change && { change }), ...(inputSchema && { inputSchema }) });
      await open.page.getByRole("heading", { name: "Result", exact: true }).waitFor();
      return open.page;
    },
    opened: current,
    post,
    /** Posts the state with other parts. */
    showState,
    /** What the page posted, without `ready` and drafts. */
    posted: async () => {
      const all = (await current().messages()).map((message) => toolPanelFromWebviewSchema.parse(message));
      return all.filter(({ type }) => type !== "ready" && type !== "draft");
    },
    field: (name: string) => current().page.getByLabel(name, { exact: true }),
    button: (name: string) => current().page.getByRole("button", { name, exact: true }),
    close: () => fixture.close(),
  };
}
