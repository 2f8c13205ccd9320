import * as z from "zod";
import { evalAgentNames } from "../../../../contract/testRuns.ts";
import { evalAgents } from "../../../../testcases/evalAgents.ts";
import { readUrlHost } from "../../../connection/model/connection.ts";

const name = z.string().min(1).max(200);

/** What does the tasks of evals and answers triggers. */
export const evalRunnerSchema = z.discriminatedUnion("kind", [
  /** `POST <baseUrl>/chat/completions` */
  z.object({ kind: z.literal("openai"), baseUrl: z.url(), name }),
  /** `POST <baseUrl>/messages` */
  z.object({ kind: z.literal("anthropic"), baseUrl: z.url(), name }),
  /** A model that the editor offers to extensions; its id begins with the vendor. */
  z.object({ kind: z.literal("editor"), id: z.string().min(1), name }),
  /** The program of an agent, with a model at an endpoint of its own protocol. It answers no triggers. */
  z.object({ kind: z.literal("agent"), agent: z.enum(evalAgentNames), baseUrl: z.url(), name }),
]);
export type EvalRunner = Readonly<z.output<typeof evalRunnerSchema>>;
/** A runner that has a URL, and so may have a key. */
export type EndpointRunner = Extract<EvalRunner, { baseUrl: string }>;
export type AgentEvalRunner = Extract<EvalRunner, { kind: "agent" }>;

/** `small (api.example.com)` or `Codex, small (api.example.com)`: the same in each language, because runs are found by it. */
export function formatEvalRunner(runner: EvalRunner): string {
  const place = runner.kind === "editor" ? (runner.id.split("/")[0] ?? "") : readUrlHost(runner.baseUrl);
  const agent = runner.kind === "agent" ? `${evalAgents[runner.agent].title}, ` : "";
  return `${agent}${runner.name} (${place})`;
}
