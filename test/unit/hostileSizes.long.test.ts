import { expect, test } from "vitest";
import { createEnvironmentExample } from "../../src/export/environmentExample.ts";
import { formatEventLines } from "../../src/extension/deployment/model/eventLines.ts";
import {
  applyTickedRows,
  createOperationRows,
  findTickedRows,
} from "../../src/extension/server/model/operations/operationRows.ts";
import { checkOverlay } from "../../src/extension/server/model/overlay/checkOverlay.ts";
import { lintLinks, listSkillPaths } from "../../src/skills/lint/lintLinks.ts";
import { readYamlFields } from "../../src/skills/yamlFields.ts";
import { findBrokenSkills } from "../../src/surface/findBrokenSkills.ts";
import { readServerCases } from "../../src/testcases/readServerCases.ts";
import { formatMarkdownFence } from "../../src/text/markdown/formatMarkdownTable.ts";
import { createLineIndex } from "../../src/text/position/lineIndex.ts";

const list = <T>(count: number, create: (at: number) => T) => Array.from({ length: count }, (_, at) => create(at));

function lintBrokenLinks() {
  const paths = listSkillPaths(list(2000, (at) => ({ path: `${"a/".repeat(60)}${at}.md` })));
  const text = list(5000, (at) => `[x](missing${at}.md)`).join(" ");
  return list(40, (at) => lintLinks({ path: `${at}.md`, text, lines: createLineIndex(text), body: 0 }, paths).length);
}

function tickAllTags(count: number) {
  const operation = { method: "GET", path: "/", summary: "", deprecated: false, extension: {}, annotations: {} };
  const operations = list(count, (at) => ({ ...operation, id: `o${at}`, tags: [`t${at}`], tokens: 1 }));
  const analysis = { operations, tags: list(count, (at) => ({ name: `t${at}`, description: "" })) } as never;
  const ids = new Set(operations.map(({ id }) => id));
  const rows = createOperationRows(analysis, "tags", ids).length;
  const ticked = findTickedRows(analysis, "tags", ids);
  return [rows, ticked.size, applyTickedRows(analysis, "tags", ids, new Set()).size];
}

/** Each holds its thread for minutes, or fails, if its time or its stack grows with more than the size. */
test.each<[string, () => unknown, unknown]>([
  ["broken links of a skill", lintBrokenLinks, list(40, () => 100)],
  [
    "unknown fields of a case",
    () => {
      const fields = list(60_000, (at) => `  x${at}: 1\n`).join("");
      return readServerCases(`cases:\n- tool: a\n${fields.replaceAll(/^ {2}/gm, "  ")}`).problems.length <= 102;
    },
    true,
  ],
  [
    "line ends in an event",
    () => formatEventLines("Pets", { sequence: 1, message: `${"\n".repeat(400_000)}x` }).length,
    400_001,
  ],
  ["fences in a text", () => formatMarkdownFence("```\n".repeat(300_000), "text")[0], "````text"],
  [
    "line breaks in an overlay",
    () => checkOverlay({} as never, { uri: "file:///a.overlay.yaml", text: "\n".repeat(400_000) }),
    Promise.resolve([]),
  ],
  [
    "comments of an environment",
    () => {
      const files = [{ path: ".env.example", bytes: Buffer.from(`${"# \n".repeat(200_000)}KEY=1\n`) }];
      const server = { variables: [], files } as never;
      return createEnvironmentExample(server, { port: 8080, transport: "stdio" } as never).endsWith("# \nKEY=1\n");
    },
    true,
  ],
  [
    "aliases in front matter",
    () => {
      const pairs = list(2000, (at) => `k${at}: &a${at} 1\nl${at}: *a${at}\n`).join("");
      return readYamlFields(pairs, [0, pairs.length]).findings.map(({ code }) => code);
    },
    ["yaml"],
  ],
  [
    "spaces after colons in front matter",
    () => {
      const line = `description: ${"a: ".repeat(200)}${" ".repeat(60_000)}x`;
      return readYamlFields(line, [0, line.length]).findings.map(({ code }) => code);
    },
    ["colon"],
  ],
  [
    "hyphens in a skill of a server",
    () => {
      const bytes = Buffer.from(`${"-".repeat(900_000)}x`);
      const change = { severity: "breaking", kind: "toolRemoved", pointer: "", tool: "listPets" } as never;
      return findBrokenSkills([{ path: "skills/care/SKILL.md", bytes }], [change]);
    },
    [],
  ],
  ["operations with a tag each", () => tickAllTags(60_000), [60_000, 60_000, 0]],
])("%s", async (_, read, expected) => {
  expect(await read()).toEqual(await expected);
});
