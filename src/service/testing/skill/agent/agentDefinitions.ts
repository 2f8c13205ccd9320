import * as z from "zod";
import type { EvalAgentName } from "../../../../contract/testRuns.ts";

/** The program of an agent: how it is started, and what its output says. */
interface AgentDefinition {
  /** The name in the folders of `PATH`. */
  readonly program: string;
  /** The package of npm that has the program. */
  readonly package: string;
  /** The folder for skills in the agent's home. */
  readonly skillsFolder: string;
  listArguments(run: AgentRun): readonly string[];
  /** Variables besides those that every program has. */
  createEnvironment(run: AgentRun): Readonly<Record<string, string>>;
  /** Files in the agent's home, by path. */
  createFiles(run: AgentRun): Readonly<Record<string, string>>;
  /** `events` are the lines of the standard output that are JSON. */
  readTranscript(events: readonly unknown[]): AgentTranscript;
}

/** What the agent gets for one task. The task itself is on its standard input. */
export interface AgentRun {
  readonly model: string;
  /** An absolute path. */
  readonly home: string;
  /** `http://127.0.0.1:<port>`, for the model and the server. */
  readonly url: string;
  /** The key at that address, for one task. */
  readonly token: string;
  /** Whether the operating system confines the agent, so that it may run commands and change files. */
  readonly isConfined: boolean;
  /** The server that the eval uses. */
  readonly server: { readonly name: string; readonly url: string } | undefined;
}

/** What an agent said that it did. */
export interface AgentTranscript {
  /** undefined: it has none. */
  readonly result: string | undefined;
  /** Why it failed. */
  readonly problem: string | undefined;
  /** The successful calls of tools that read. */
  readonly reads: readonly AgentRead[];
}

export interface AgentRead {
  /** The input of the tool, with the paths of files. */
  readonly input: string;
  /** The name of the skill that the tool loads. */
  readonly skill?: string | undefined;
}

const text = z.string().catch("");

const claudeBlock = z.looseObject({
  type: text,
  id: text,
  name: text,
  input: z.looseObject({ skill: z.string().optional().catch(undefined) }).catch({}),
  tool_use_id: text,
  is_error: z.boolean().catch(false),
});
const claudeEvent = z.looseObject({
  type: text,
  is_error: z.boolean().catch(false),
  result: z.string().optional().catch(undefined),
  message: z.looseObject({ content: z.array(claudeBlock).catch([]) }).catch({ content: [] }),
});
const claudeReaders: ReadonlySet<string> = new Set(["Skill", "Read", "Bash", "Grep"]);

const codexEvent = z.looseObject({
  type: text,
  message: text,
  error: z.looseObject({ message: text }).catch({ message: "" }),
  item: z
    .looseObject({ type: text, text: text, command: text, exit_code: z.number().nullable().catch(null) })
    .catch({ type: "", text: "", command: "", exit_code: null }),
});

const geminiEvent = z.looseObject({
  type: text,
  role: text,
  content: text,
  status: text,
  tool_name: text,
  tool_id: text,
  parameters: z.looseObject({ name: z.string().optional().catch(undefined) }).catch({}),
  error: z.looseObject({ message: text }).catch({ message: "" }),
});
const geminiReaders: ReadonlySet<string> = new Set([
  ...["activate_skill", "read_file", "read_many_files"],
  ...["run_shell_command", "grep_search"],
]);

const parseEvents = <T extends z.ZodType>(schema: T, events: readonly unknown[]): z.output<T>[] =>
  events.flatMap((event) => schema.safeParse(event).data ?? []);

/** The tools that an agent may use where nothing confines it: it reads its own folders only. */
const claudeTools = {
  confined: ["Skill", "Read", "Glob", "Grep", "Bash", "Edit", "Write"],
  unconfined: ["Skill", "Read(./**)", "Read(~/.claude/skills/**)"],
} as const;

export const agentDefinitions = {
  // https://code.claude.com/docs/en/headless, /cli-reference, /skills, /env-vars, /mcp and /permission-modes; tried with 2.1.332.
  "claude-code": {
    program: "claude",
    package: "@anthropic-ai/claude-code",
    skillsFolder: ".claude/skills",
    listArguments: ({ model, isConfined, home, server }) => [
      ...["--print", "--output-format", "stream-json", "--verbose", "--no-session-persistence", "--model", model],
      ...["--permission-mode", "dontAsk", "--tools", "Skill,Read,Glob,Grep,Bash,Edit,Write", "--strict-mcp-config"],
      ...(server ? ["--mcp-config", `${home}/mcp.json`] : []),
      ...["--allowedTools", ...claudeTools[isConfined ? "confined" : "unconfined"]],
      ...(server ? [`mcp__${server.name}`] : []),
    ],
    createEnvironment: ({ url, token, model }) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: token,
      ANTHROPIC_DEFAULT_HAIKU_MODEL: model,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    }),
    createFiles: ({ server, token }) =>
      server
        ? {
            "mcp.json": JSON.stringify({
              mcpServers: {
                [server.name]: { type: "http", url: server.url, headers: { Authorization: `Bearer ${token}` } },
              },
            }),
          }
        : {},
    readTranscript: (events) => {
      const read = parseEvents(claudeEvent, events);
      const blocks = read.flatMap(({ message }) => message.content);
      const failed = new Set(blocks.flatMap((one) => (one.is_error ? [one.tool_use_id] : [])));
      const answered = new Set(blocks.map((one) => one.tool_use_id));
      const end = read.findLast(({ type }) => type === "result");
      return {
        result: end?.is_error ? undefined : end?.result,
        problem: end?.is_error ? end.result : undefined,
        reads: blocks.flatMap(({ type, id, name, input }) =>
          type === "tool_use" && claudeReaders.has(name) && answered.has(id) && !failed.has(id)
            ? [{ input: JSON.stringify(input), skill: name === "Skill" ? input.skill : undefined }]
            : [],
        ),
      };
    },
  },
  // https://developers.openai.com/codex/noninteractive, /codex/config-reference, /codex/mcp and /codex/skills; tried with 0.171.0.
  codex: {
    program: "codex",
    package: "@openai/codex",
    skillsFolder: ".codex/skills",
    listArguments: ({ isConfined }) => [
      ...["exec", "--json", "--skip-git-repo-check", "--ephemeral"],
      ...(isConfined ? ["--dangerously-bypass-approvals-and-sandbox"] : ["--sandbox", "workspace-write"]),
      "-",
    ],
    createEnvironment: ({ home, token }) => ({ CODEX_HOME: `${home}/.codex`, FAIRLEAD_TOKEN: token }),
    createFiles: ({ model, url, server }) => ({
      ".codex/config.toml": [
        `model = ${JSON.stringify(model)}`,
        'model_provider = "fairlead"',
        'web_search = "disabled"',
        "check_for_update_on_startup = false",
        "[analytics]",
        "enabled = false",
        "[model_providers.fairlead]",
        'name = "Fairlead"',
        `base_url = "${url}/v1"`,
        'env_key = "FAIRLEAD_TOKEN"',
        'wire_api = "responses"',
        ...(server
          ? [
              `[mcp_servers.${server.name}]`,
              `url = "${server.url}"`,
              'bearer_token_env_var = "FAIRLEAD_TOKEN"',
              'default_tools_approval_mode = "approve"',
            ]
          : []),
        "",
      ].join("\n"),
    }),
    readTranscript: (events) => {
      const read = parseEvents(codexEvent, events);
      const items = read.flatMap(({ type, item }) => (type === "item.completed" ? [item] : []));
      const failure = read.findLast(({ type }) => type === "turn.failed");
      return {
        result: failure ? undefined : items.findLast(({ type }) => type === "agent_message")?.text,
        problem: failure?.error.message || read.findLast(({ type }) => type === "error")?.message || undefined,
        reads: items.flatMap(({ type, command, exit_code }) =>
          type === "command_execution" && exit_code === 0 ? [{ input: command }] : [],
        ),
      };
    },
  },
  // https://geminicli.com/docs/cli/headless, /cli/skills, /reference/configuration and /reference/policy-engine; tried with 0.61.0.
  gemini: {
    program: "gemini",
    package: "@google/gemini-cli",
    skillsFolder: ".gemini/skills",
    listArguments: ({ model, isConfined }) => [
      ...["--model", model, "--output-format", "stream-json", "--skip-trust"],
      ...["--approval-mode", isConfined ? "yolo" : "default"],
    ],
    createEnvironment: ({ url, token }) => ({ GEMINI_API_KEY: token, GOOGLE_GEMINI_BASE_URL: url }),
    createFiles: ({ server, token }) => ({
      ".gemini/settings.json": JSON.stringify({
        security: { auth: { selectedType: "gemini-api-key" } },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
        tools: { exclude: ["google_web_search", "web_fetch"] },
        mcpServers: server
          ? { [server.name]: { httpUrl: server.url, headers: { Authorization: `Bearer ${token}` }, trust: true } }
          : {},
      }),
      ".gemini/policies/skills.toml": '[[rule]]\ntoolName = "activate_skill"\ndecision = "allow"\npriority = 100\n',
    }),
    readTranscript: (events) => {
      const read = parseEvents(geminiEvent, events);
      const succeeded = new Set(
        read.flatMap(({ type, status, tool_id }) => (type === "tool_result" && status === "success" ? [tool_id] : [])),
      );
      const isCall = ({ type }: z.output<typeof geminiEvent>) => type === "tool_use";
      const said = read.slice(read.findLastIndex(isCall) + 1).filter(({ type, role }) => {
        return type === "message" && role === "assistant";
      });
      const end = read.findLast(({ type }) => type === "result");
      const hasFailed = end?.status === "error";
      return {
        result: hasFailed || said.length === 0 ? undefined : said.map(({ content }) => content).join(""),
        problem: (hasFailed && end.error.message) || undefined,
        reads: read.filter(isCall).flatMap(({ tool_name, tool_id, parameters }) =>
          geminiReaders.has(tool_name) && succeeded.has(tool_id)
            ? [
                {
                  input: JSON.stringify(parameters),
                  skill: tool_name === "activate_skill" ? parameters.name : undefined,
                },
              ]
            : [],
        ),
      };
    },
  },
} as const satisfies Record<EvalAgentName, AgentDefinition>;
