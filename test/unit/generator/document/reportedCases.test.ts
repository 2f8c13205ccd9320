import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ToolDefinition } from "../../../../src/runtime/definition.ts";
import { generateFromDocument } from "../../../support/documents/generateFromDocument.ts";

/** Small inputs after public bug reports about other tools. They are beside the repository. */
const folder = join(import.meta.dirname, "../../../../../shared/cases/openapi");
const isThere = existsSync(folder);

interface Generated {
  readonly result: ReturnType<typeof generateFromDocument>;
  readonly tools: readonly ToolDefinition[];
  readonly names: readonly string[];
  readonly codes: readonly string[];
}

function generate(file: string): Generated {
  const read = (path: string) => readFileSync(join(folder, path), "utf8");
  const [entry, ...others] = file.endsWith("/")
    ? ["openapi.yaml", "parts.yaml", "paths/thing.yaml"].map((path) => ({ path, content: read(file + path) }))
    : [{ path: file, content: read(file) }];
  const parts = others.map((part) => ({ ...part, encoding: "utf8" as const }));
  const result = generateFromDocument(entry?.content, others.length > 0 ? { parts } : {});
  const tools = result.ok ? result.definition.tools : [];
  return { result, tools, names: tools.map(({ name }) => name), codes: result.problems.map(({ code }) => code) };
}

const schemaOf = ({ tools }: Generated) => JSON.stringify(tools[0]?.inputSchema);
const growsLinearly = (generated: Generated) => {
  expect(generated.names).toEqual(["x"]);
  expect(schemaOf(generated)).toContain("#/$defs/");
  expect(schemaOf(generated).length).toBeLessThan(10_000);
};

const rightBehaviour: Readonly<Record<string, (generated: Generated) => void>> = {
  "discriminator-children.yaml": (generated) => {
    const body = JSON.parse(schemaOf(generated)).properties.body.anyOf;
    expect(body.map((child: object) => JSON.stringify(child))).toEqual([
      expect.stringMatching(/"radius".*"required":\["radius"\].*"const":"disc"/),
      expect.stringMatching(/"width".*"height".*"const":"box"/),
    ]);
  },
  "split-document/": ({ tools, result }) => {
    expect(result.problems).toEqual([]);
    expect(tools.map(({ name, request }) => [name, request.parameters.map(({ property }) => property)])).toEqual([
      ["oneThing", ["id"]],
      ["listThings", ["limit"]],
    ]);
  },
  "openapi-3.2-operations.yaml": ({ tools }) => {
    const requests = tools.map(({ request }) => [request.method, request.parameters.map(({ name }) => name)]);
    expect(requests).toEqual([
      ["QUERY", []],
      ["COPY", []],
      ["GET", ["a", "b"]],
    ]);
  },
  "non-latin-names.yaml": ({ tools, names }) => {
    expect(names).toEqual(["tian_qi_wo_qu_de", "du_shi_wo_yi_lan", "du_shi_wo_zhui_jia"]);
    expect(tools[0]?.title).toBe("都市の天気");
    expect(tools[0]?.request.parameters).toMatchObject([{ name: "名前", property: "Ming_Qian" }]);
  },
  "alternative-credentials.yaml": ({ result, tools }) => {
    const alternatives = tools[0]?.request.security.flat();
    expect(alternatives).toEqual(["clientTokenHeader", "clientTokenQuery", "clientTokenBearer", "user"]);
    expect(result).toMatchObject({
      ok: true,
      title: "Inbox service",
      description: "Keeps messages. NOTE: use a client token.",
      definition: { api: { baseUrl: "http://localhost:4801" } },
    });
    const special = tools.flatMap(({ endpoint }) => endpoint ?? []);
    expect(special).toEqual(["webSocket", "signInCallback"]);
    expect(tools.find(({ name }) => name === "deleteAllMessages")?.annotations.destructiveHint).toBe(true);
  },
  "twice-at-each-level-allOf.json": growsLinearly,
  "twice-at-each-level-oneOf.json": growsLinearly,
  "twice-at-each-level-properties.json": growsLinearly,
  "hints-that-say-nothing-is-lost.yaml": ({ tools }) => {
    expect(tools.map(({ annotations }) => annotations.destructiveHint)).toEqual([true, true, true, true]);
  },
  "relative-server-first.yaml": ({ result }) => {
    const description = expect.stringMatching(/\/api\/v2\. Others: https:\/\/sandbox\.example\.test/);
    const variables = [{ name: "API_BASE_URL", required: true, description }];
    expect(result).toMatchObject({ definition: { api: { baseUrl: "" } }, variables });
  },
  "long-schema-titles.yaml": (generated) => expect(schemaOf(generated)).toContain("only prints what it would do"),
  "any-parameter.yaml": ({ tools }) => {
    expect(tools[0]?.inputSchema.properties).toEqual({ a: {}, b: { not: {} }, c: {} });
  },
  "get-with-required-body.yaml": ({ names, codes }) => {
    expect(names).toEqual([]);
    expect(codes).toContain("operation_left_out");
  },
  "undeclared-scheme.json": ({ result, codes }) => {
    expect(codes).toEqual(["security_undeclared"]);
    expect(result).toMatchObject({ variables: expect.arrayContaining([expect.objectContaining({ secret: true })]) });
  },
  "writes-called-reads.json": ({ tools }) => {
    expect(tools.filter(({ annotations }) => annotations.readOnlyHint)).toEqual([]);
  },
  "allof-in-a-circle.json": ({ names, result }) => {
    expect(names).toEqual(["addLoop"]);
    expect(result.problems).toMatchObject([
      { code: "endless_reference", pointer: "/components/schemas/Right/allOf/0", line: expect.any(Number) },
    ]);
  },
  "patterns-not-unicode.json": (generated) => {
    const { properties } = JSON.parse(schemaOf(generated)).properties.body;
    expect([properties.contextPath.pattern, properties.code.pattern, properties.key.pattern]).toEqual([
      "^/[\\w\\-/]*[a-zA-Z0-9]$",
      "^[A-Z]{3}$",
      "^k_[a-z]+$",
    ]);
    expect(properties.word).toEqual({ type: "string", description: "Pattern: (?i)^yes|no$" });
    expect(generated.codes).toEqual(["pattern_ignored"]);
  },
  "relative-root-beside-own-host.json": ({ tools }) => {
    expect(tools.map(({ request }) => request.baseUrl)).toEqual([undefined, "https://{tenant}.uploads.example.net"]);
  },
};

const missing = isThere ? "" : ", which is not beside this folder";

test.skipIf(!isThere).each(Object.entries(rightBehaviour))(
  `%s is read as its reporter expects${missing}`,
  (file, check) => {
    check(generate(file));
  },
);

test.skipIf(!isThere)(`each reported case is among these${missing}`, () => {
  const files = readdirSync(folder, { withFileTypes: true });
  const inputs = files.map((file) => (file.isDirectory() ? `${file.name}/` : file.name));
  expect(Object.keys(rightBehaviour)).toEqual(expect.arrayContaining(inputs));
});
