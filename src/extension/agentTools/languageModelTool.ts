import type * as z from "zod";
import { type AgentService, type AgentTool, AgentToolError, parseInput } from "../../agentTools/agentTool.ts";
import { readingTools } from "../../agentTools/agentTools.ts";
import type { ToolReply } from "../../agentTools/toolReply.ts";
import type { ServiceClient } from "../../client/client.ts";
import type { Me } from "../../contract/identity.ts";
import type { EditorSettings } from "../base/editorSettings.ts";
import type { Logger, Memory, ViewId } from "../base/ports.ts";
import type { Connection } from "../connection/model/connection.ts";
import type { Connections } from "../connection/model/connections.ts";
import type { DeploymentWatches } from "../deployment/model/deploymentWatches.ts";
import type { VersionFiles } from "../registry/model/versionFiles.ts";
import type { PendingTestRuns } from "../testing/model/pendingTestRuns.ts";

/** The parts of the editor that tools use. */
export interface ToolEnvironment {
  readonly connections: Connections;
  readonly memory: Memory;
  readonly log: Logger;
  readonly settings: () => EditorSettings;
  readonly versions: VersionFiles;
  readonly watch: Pick<DeploymentWatches, "follow">;
  readonly pendingRuns: PendingTestRuns;
  readonly refresh: (...views: ViewId[]) => void;
  readonly isTrusted: () => boolean;
  readonly now: () => number;
  /** The longest wait for a result before the tool returns how to check it later. */
  readonly timeoutMs: number;
}

/** The service that a tool calls. */
export interface ToolConnection {
  readonly world: ToolEnvironment;
  readonly connection: Connection;
  readonly me: Me;
  readonly client: ServiceClient;
  readonly signal: AbortSignal;
}

interface Common {
  /** The manifest declares the same input as JSON schema. */
  readonly input: z.ZodType;
  /** The progress text for the user. */
  readonly progress: string;
}

export interface ReadTool extends Common {
  readonly kind: "reads";
  readonly isExact?: true;
  readonly run: (toolConnection: ToolConnection, input: unknown) => Promise<ToolReply>;
}

export interface ChangeTool extends Common {
  readonly kind: "changes";
  /** Plans a change without making it. */
  readonly plan: (toolConnection: ToolConnection, input: unknown) => Promise<PlannedChange>;
}

export type LanguageModelTool = ReadTool | ChangeTool;

/** A planned change for the user to confirm. */
export interface PlannedChange {
  readonly title: string;
  readonly rows: readonly ChangeDetail[];
  /** Differs when the change or its target differs. */
  readonly mark: string;
  readonly perform: () => Promise<ToolReply>;
}

export type ChangeDetail = readonly [name: string, value: string];

const names = new RegExp(`\\b(?:${[...Object.keys(readingTools), "runTests"].join("|")})\\b`, "g");

/** A text of a tool with the names that tools have in this chat. */
export const nameForChat = (text: string) => text.replaceAll(names, "fairlead_$&");

/** A tool of every agent, at the connection in use. */
export function createReadTool({ input, title, isExact, run }: AgentTool): ReadTool {
  return {
    kind: "reads",
    input,
    progress: title,
    ...(isExact && { isExact }),
    run: async (toolConnection, value) => {
      const { facts, ...reply } = await run(toAgentService(toolConnection), value).catch((error: unknown) => {
        throw error instanceof AgentToolError ? new AgentToolError(nameForChat(error.message)) : error;
      });
      const next = typeof facts.next === "string" ? { next: nameForChat(facts.next) } : {};
      return { ...reply, facts: { ...facts, ...next } };
    },
  };
}

export function toAgentService({ client, connection, signal }: ToolConnection): AgentService {
  return {
    call: (name, input) => client.call(name, input, { signal }),
    readVersionTools: (query) => client.readVersionTools(query, { signal }),
    url: connection.baseUrl,
    signal,
    report: async () => {},
  };
}

export function createChangeTool<Input extends z.ZodType>(
  { input, progress }: { readonly input: Input; readonly progress: string },
  plan: (toolConnection: ToolConnection, input: z.output<Input>) => Promise<PlannedChange>,
): ChangeTool {
  return {
    kind: "changes",
    input,
    progress,
    plan: (toolConnection, value) => plan(toolConnection, parseInput(input, value)),
  };
}
