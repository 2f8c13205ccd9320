import type { EvalAgentName } from "../contract/testRuns.ts";

/** The name of an agent, and the protocol in which it calls a model. */
interface EvalAgent {
  readonly title: string;
  readonly endpoint: AgentModelEndpoint;
}

/** The model's protocol: the agent adds a path to a base URL, whose default is that of the model's maker. */
export interface AgentModelEndpoint {
  readonly baseUrl: string;
  readonly keyHeader: "authorization" | "x-api-key" | "x-goog-api-key";
  /** What results are graded with: the same endpoint in one of the protocols for models. */
  readonly grader: { readonly kind: "openai" | "anthropic"; readonly path: "" | "/openai" };
  /** Whether a POST to this path after the base URL asks this model. The body names the model where the path does not. */
  isModelPath(path: string, model: string): boolean;
  readonly isModelInBody: boolean;
}

export const evalAgents = {
  "claude-code": {
    title: "Claude Code",
    endpoint: {
      baseUrl: "https://api.anthropic.com/v1",
      keyHeader: "x-api-key",
      grader: { kind: "anthropic", path: "" },
      isModelPath: (path) => /^\/messages(?:\?beta=true)?$/.test(path),
      isModelInBody: true,
    },
  },
  codex: {
    title: "Codex",
    endpoint: {
      baseUrl: "https://api.openai.com/v1",
      keyHeader: "authorization",
      grader: { kind: "openai", path: "" },
      isModelPath: (path) => path === "/responses",
      isModelInBody: true,
    },
  },
  gemini: {
    title: "Gemini CLI",
    endpoint: {
      baseUrl: "https://generativelanguage.googleapis.com/v1beta",
      keyHeader: "x-goog-api-key",
      grader: { kind: "openai", path: "/openai" },
      isModelPath: (path, model) =>
        [":generateContent", ":streamGenerateContent?alt=sse"].some((method) => path === `/models/${model}${method}`),
      isModelInBody: false,
    },
  },
} as const satisfies Record<EvalAgentName, EvalAgent>;
