import type {
  CallToolResult,
  GetPromptResult,
  Progress,
  Prompt,
  ReadResourceResult,
  Resource,
  Tool,
} from "@modelcontextprotocol/client";
import type { FileContent } from "../../text/files/fileContent.ts";
import type { NetworkSettings } from "../network/proxy.ts";
import type { HttpRequest } from "../transport.ts";

export type { CallToolResult, GetPromptResult, Prompt, ReadResourceResult, Tool };
export type McpProgress = Progress;

export interface McpConnectionOptions {
  readonly url: string;
  /** Sent with each request. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly authorize?: Authorize | undefined;
  readonly network?: NetworkSettings;
  readonly userAgent?: string;
  /** The server says that its lists changed: one of 2026-07-28 only while `followLists` asks it to. */
  readonly onListsChanged?: () => void;
  readonly onInput?: OnInput;
  /** The server asked the user for input, which was declined because no user could be asked. */
  readonly onInputDeclined?: (message: string) => void;
}

/** Reads the value of the `Authorization` header, again when the server refused the last one. undefined: the user has to log in. */
export type Authorize = (signal: AbortSignal, isRefused: boolean) => Promise<string | undefined>;

/** What a server offers. */
export interface McpContents {
  readonly tools: readonly Tool[];
  readonly resources: readonly McpResource[];
  readonly prompts: readonly Prompt[];
  readonly skills: readonly McpSkill[];
}

/** A resource, or a template of resources, whose URI has places for the variables (RFC 6570). */
export type McpResource = Resource & { readonly variables?: readonly string[] };

/** A skill that a server serves by the Skills extension. */
export interface McpSkill {
  /** The URI of its `SKILL.md`, which is unique only for its server. */
  readonly uri: string;
  readonly name: string;
  readonly description: string;
}

export interface McpSkillDigest {
  readonly path: string;
  /** `sha256:` + hex. */
  readonly digest: string;
}

/** What a call returned: its result, or the task that will have the result. */
export type McpToolAnswer = (
  | { readonly result: CallToolResult; readonly task?: undefined }
  | { readonly result?: undefined; readonly task: McpTask }
) & {
  /** The request as it was sent, without credentials. */
  readonly request: HttpRequest<string> | undefined;
};

/** A call that a server runs as a task (SEP-2663), as it was read last. */
export interface McpTask {
  readonly id: string;
  readonly status: "working" | "input_required" | "completed" | "failed" | "cancelled";
  /** What the server says of the status. */
  readonly message?: string;
  /** The server wants to be asked no sooner. */
  readonly pollMs: number;
  /** After this time since its start the server may forget it; undefined: never. */
  readonly ttlMs?: number;
  /** What the server asks the user now. */
  readonly inputs: readonly McpTaskInput[];
  /** Of a completed task. */
  readonly result?: CallToolResult;
  /** Why a task failed. */
  readonly error?: string;
}

/** What a server asks the user by `elicitation/create`. Without `request`, it is declined: a browser cannot open the page. */
export interface McpElicitation {
  readonly message: string;
  readonly request?: McpInputRequest;
}

/** A question of a task; the key is never used for another one. */
export interface McpTaskInput extends McpElicitation {
  readonly key: string;
}

/** An open connection to an MCP server. Every call throws `McpError` when it fails, and `AbortError` when it is cancelled. */
export interface McpConnection {
  readContents(signal: AbortSignal): Promise<McpContents>;
  callTool(
    call: { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> },
    options: {
      readonly signal: AbortSignal;
      readonly onProgress: (progress: McpProgress) => void;
      /** Fields of the request's `_meta`. */
      readonly meta?: Readonly<Record<string, unknown>>;
    },
  ): Promise<McpToolAnswer>;
  /** Throws an error with `isTaskLost` when the server does not continue with the task. */
  getTask(id: string, signal: AbortSignal): Promise<McpTask>;
  /** Sends answers by the keys of the questions. */
  answerTask(id: string, answers: Readonly<Record<string, McpInputAnswer>>, signal: AbortSignal): Promise<void>;
  /** Asks the server to end the task. */
  cancelTask(id: string, signal: AbortSignal): Promise<void>;
  /** Reads a resource; the variables are those of a template. */
  readResource(
    uri: string,
    signal: AbortSignal,
    variables?: Readonly<Record<string, string>>,
  ): Promise<ReadResourceResult>;
  /**
   * Lets the server report changes of its lists, until it is cancelled or the server ends it. Reports one when it begins, because the
   * server may have changed them before. Waits where the server announces no changes.
   */
  followLists(signal: AbortSignal): Promise<void>;
  /** The same for a resource. */
  followResource(uri: string, signal: AbortSignal, onUpdated: () => void): Promise<void>;
  /** The values that the server proposes for an argument of a prompt or a variable of a template, after those that are given. */
  complete(
    of: McpCompleted,
    argument: string,
    given: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<readonly string[]>;
  /** Reads and verifies all files of a skill by the URI of its `SKILL.md`. */
  readSkill(uri: string, signal: AbortSignal): Promise<readonly FileContent[]>;
  /** The digests of a skill's files, without the files. */
  readSkillDigests(uri: string, signal: AbortSignal): Promise<readonly McpSkillDigest[]>;
  getPrompt(name: string, given: Readonly<Record<string, string>>, signal: AbortSignal): Promise<GetPromptResult>;
  close(): Promise<void>;
}

/** A prompt by its name, or a template by its URI. */
export type McpCompleted = { readonly prompt: string } | { readonly template: string };

/** Opens a connection to an MCP server. */
export type ConnectToMcp = (options: McpConnectionOptions, signal: AbortSignal) => Promise<McpConnection>;

/** A server asks the user for something while a tool runs (elicitation). */
export interface McpInputRequest {
  readonly message: string;
  /** Of a form; a schema of an object with simple properties. */
  readonly schema?: Readonly<Record<string, unknown>>;
  /** Of a web page where the user goes on. */
  readonly url?: string;
}

type InputValue = string | number | boolean | string[];

export interface McpInputAnswer {
  readonly action: "accept" | "decline" | "cancel";
  /** The values of a form that is accepted. */
  readonly content?: Readonly<Record<string, InputValue>>;
}

/** Asks the user; undefined: no user can be asked. */
export type OnInput = (request: McpInputRequest, signal: AbortSignal) => Promise<McpInputAnswer | undefined>;
