/** The text of the starter's `server.mjs`. A developer reads it first, so its comments explain it. */
export function createStarterServer({ name, slug, version }: { name: string; slug: string; version: string }): string {
  const text = (value: string) => JSON.stringify(value);
  return `import { serveTools, ToolError } from "./runtime.mjs";

/**
 * The tools of this server. Each has a name, a description that tells the model when to use it, the JSON Schema of its
 * input, and \`run\`, which is called with input that fits the schema.
 */

${daysBetweenTool}

${repositoryTool}

await serveTools({
  name: ${text(slug)},
  title: ${text(name)},
  version: ${text(version)},
  instructions: "Tools to start from: replace them with your own.",
  tools: [daysBetween, repository],
});
`;
}

const daysBetweenTool = `/** A tool that computes: it needs nothing from outside. */
const daysBetween = {
  name: "days_between",
  title: "Days between two dates",
  description: "Counts the days from one date to another. Negative when the second date comes first.",
  annotations: { readOnlyHint: true, openWorldHint: false },
  inputSchema: {
    type: "object",
    properties: {
      // Examples say what may be given, to models and to tests.
      from: { type: "string", format: "date", examples: ["2026-01-31"] },
      to: { type: "string", format: "date", examples: ["2026-03-01"] },
    },
    required: ["from", "to"],
    additionalProperties: false,
  },
  // With an output schema the answer is structured: clients can use it without reading text.
  outputSchema: {
    type: "object",
    properties: { days: { type: "integer" }, weeks: { type: "number" } },
    required: ["days", "weeks"],
  },
  run({ from, to }) {
    const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
    return { days, weeks: Math.round((days / 7) * 10) / 10 };
  },
};`;

const repositoryTool = `/** A tool that asks an API. Its token comes from the environment, never from the model. */
const repository = {
  name: "github_repository",
  title: "Look at a GitHub repository",
  description: "Gives a repository's description, stars, open issues, licence and last change.",
  annotations: { readOnlyHint: true, openWorldHint: true },
  inputSchema: {
    type: "object",
    properties: {
      owner: { type: "string", minLength: 1, description: "Such as nodejs." },
      name: { type: "string", minLength: 1, description: "Such as node." },
    },
    required: ["owner", "name"],
    additionalProperties: false,
  },
  // \`signal\` is aborted when the client cancels: hand it on, so that the work stops too.
  async run({ owner, name }, { signal, log }) {
    const api = process.env.GITHUB_API_URL || "https://api.github.com";
    const token = process.env.GITHUB_TOKEN;
    const response = await fetch(\`\${api}/repos/\${encodeURIComponent(owner)}/\${encodeURIComponent(name)}\`, {
      headers: { Accept: "application/vnd.github+json", ...(token ? { Authorization: \`Bearer \${token}\` } : {}) },
      signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
    });
    // The log is yours to read; what a ToolError says is for the model: what failed, and what to change.
    log(\`GitHub answered \${response.status}\`);
    if (response.status === 404) throw new ToolError(\`There is no repository \${owner}/\${name}. Check both names.\`);
    if (!response.ok) throw new ToolError(\`GitHub answered \${response.status}. Set GITHUB_TOKEN if this repeats.\`);
    const found = await response.json();
    return {
      description: found.description,
      stars: found.stargazers_count,
      openIssues: found.open_issues_count,
      license: found.license?.spdx_id ?? null,
      pushedAt: found.pushed_at,
    };
  },
};`;
