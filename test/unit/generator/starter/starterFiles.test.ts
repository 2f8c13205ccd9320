import { expect, test } from "vitest";
import { createUniqueName } from "../../../../src/generator/document/uniqueName.ts";
import { formatEnvironmentFile } from "../../../../src/generator/output/environmentFile.ts";
import { createStarterFiles } from "../../../../src/generator/starter/starterFiles.ts";
import { testResults } from "../../../support/testResults.ts";

const starter = createStarterFiles({ name: "My #1", slug: "my-1", version: "1.0.0", runtime: [] });
const read = (path: string) => String(starter.files.find((one) => one.path === path)?.content);

interface StarterTool {
  readonly annotations: Readonly<Record<string, boolean>>;
  readonly inputSchema: object;
  run(input: object, context?: object): unknown;
}

/** Runs the program of the starter with a runtime that only takes its tools, and with an API of one answer. */
async function loadTools(api: (url: string, init: RequestInit) => Response): Promise<readonly StarterTool[]> {
  const source = read("server.mjs").replaceAll(/^import .*$/gm, "");
  let tools: readonly StarterTool[] = [];
  const serveTools = (server: { readonly tools: readonly StarterTool[] }) => {
    tools = server.tools;
  };
  const run: unknown = new Function("serveTools", "ToolError", "fetch", `return (async () => {${source}})()`)(
    serveTools,
    Error,
    api,
  );
  await run;
  return tools;
}

test.each([
  ["2026-01-31", "2026-03-01", { days: 29, weeks: 4.1 }],
  ["2026-03-01", "2026-02-28", { days: -1, weeks: -0.1 }],
])("the starter counts the days from %s to %s", async (from, to, result) => {
  const [days] = await loadTools(() => new Response());
  expect(days?.run({ from, to })).toEqual(result);
  expect(days).toMatchObject({ annotations: { readOnlyHint: true, openWorldHint: false } });
  expect(days?.inputSchema).toMatchObject({ additionalProperties: false });
});

test("the starter asks GitHub, and says what failed", async () => {
  let status = 200;
  const [, repository] = await loadTools((url, { headers }) => {
    expect([url, headers]).toEqual(["https://api.github.com/repos/a/b%2Fc", { Accept: "application/vnd.github+json" }]);
    return Response.json({ description: "x", stargazers_count: 1, license: null }, { status });
  });
  const context = { log: () => {}, signal: new AbortController().signal };
  const call = async () => repository?.run({ owner: "a", name: "b/c" }, context);
  expect(await call()).toMatchObject({ description: "x", stars: 1, license: null });
  status = 404;
  await expect(call()).rejects.toThrow("There is no repository a/b/c. Check both names.");
  status = 403;
  await expect(call()).rejects.toThrow("GitHub answered 403. Set GITHUB_TOKEN if this repeats.");
  expect(repository).toMatchObject({
    annotations: { readOnlyHint: true, openWorldHint: true },
    inputSchema: { additionalProperties: false },
  });
});

testResults([
  [() => JSON.parse(read("package.json")).private, true],
  [
    () => starter.variables.map(({ required, secret }) => [required, secret]),
    [
      [false, true],
      [false, false],
    ],
  ],
  [
    () =>
      read(".env.example")
        .split("\n")
        .filter((line) => line.includes("=")),
    ["PORT=8080", "GITHUB_TOKEN=", "GITHUB_API_URL="],
  ],
  [
    () =>
      formatEnvironmentFile([
        { name: "A", comment: "b\nc", value: "d e" },
        { name: "B", value: "'" },
      ]),
    "# b c\nA=d e\n\nB=\n",
  ],
  [() => formatEnvironmentFile([{ name: "A", disabled: true }]), "#A=\n"],
  [() => createUniqueName("abc", (name) => ["abc", "abc_2"].includes(name)), "abc_3"],
  [() => createUniqueName("abc", (name) => name === "ab", 2), "_2"],
  [() => createUniqueName("a", (name) => name !== "a_9", 9, new Map([["a", 7]])), "a_9"],
  [() => createUniqueName("a", (name) => name !== "a_2", 9), "a_2"],
]);
