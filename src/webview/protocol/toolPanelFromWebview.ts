import * as z from "zod/mini";

const id = z.string().check(z.maxLength(100));
const inputValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
const toolArguments = z.record(z.string(), z.unknown());

export const toolPanelFromWebviewSchema = z.discriminatedUnion("type", [
  /** The page is loaded and needs the whole state. */
  z.strictObject({ type: z.literal("ready") }),
  /** The arguments that the user entered so far. */
  z.strictObject({ type: z.literal("draft"), arguments: toolArguments }),
  /** `capture` asks for what the server exchanges with its API. */
  z.strictObject({ type: z.literal("call"), arguments: toolArguments, capture: z.optional(z.boolean()) }),
  z.strictObject({ type: z.literal("cancel"), id }),
  z.strictObject({ type: z.literal("callAgain"), id }),
  /** Answers what the server of a running call asks; `input` is the id of the question. */
  z.strictObject({
    ...{ type: z.literal("answerInput"), id, input: id },
    action: z.enum(["accept", "decline", "cancel"]),
    content: z.optional(z.record(z.string(), inputValue)),
  }),
  z.strictObject({ type: z.literal("keepAsCase"), id }),
  /** Asks in which form the call is copied. */
  z.strictObject({ type: z.literal("copyAs"), id }),
  /** Copies the request of an exchange as a command line. */
  z.strictObject({ type: z.literal("copyExchange"), id, index: z.int() }),
  z.strictObject({ type: z.literal("openLink"), uri: z.string().check(z.maxLength(10_000)) }),
  /** Asks the user for a file; `pointer` is the JSON Pointer of the argument that it fills. */
  z.strictObject({ type: z.literal("pickFile"), pointer: z.string().check(z.maxLength(2000)) }),
  /** Changes how agents see the tool. */
  z.strictObject({ type: z.literal("edit") }),
  z.strictObject({ type: z.literal("editVariables") }),
  /** Starts the server. */
  z.strictObject({ type: z.literal("start") }),
  /** Deploys the live version with the values of now. */
  z.strictObject({ type: z.literal("deployAgain") }),
  /** Reads the tool again. */
  z.strictObject({ type: z.literal("refresh") }),
]);
export type ToolPanelFromWebview = z.output<typeof toolPanelFromWebviewSchema>;
