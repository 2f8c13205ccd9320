import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { generateServerFiles } from "../../../../src/generator/generateServerFiles.ts";
import { root } from "../../../host/prepare/paths.mjs";
import { createNestedDocument, nestedSchemas } from "../../../support/documents/nestedSchemas.ts";
import type { Measure } from "../../figure.ts";

const levels = [1250, 2500, 5000] as const;
/** The time of four times the document, at most. A walk that is linear in its size takes four times as long. */
const mostGrowth = 7;
/** A version may have 64 MB. */
const mostSharedBytes = 64 * 2 ** 20;

/** Documents of somebody else whose schemas refer to each other in every way: how the time grows with their size. */
export const boundedWalks: Measure = {
  id: "S16",
  goal: "thousands of schemas that refer to each other: time linear in the size of the document, no failure",
  needs: "node",
  measure: async () => {
    const findings: string[] = [];
    generate(JSON.stringify(createNestedDocument("items", 100)));
    const growths = Object.keys(nestedSchemas).map((kind) => {
      const times = levels.map((count) =>
        generate(JSON.stringify(createNestedDocument(kind as keyof typeof nestedSchemas, count))),
      );
      const growth = (times.at(-1) ?? 0) / (times[0] ?? 1);
      if (growth > mostGrowth) findings.push(`${kind}: ${times.map((time) => time.toFixed(0)).join(", ")} ms`);
      return growth;
    });
    const cases = globSync("../shared/cases/openapi/twice-at-each-level-*.json", { cwd: root });
    const [plain, ...others] = [
      JSON.stringify(createNestedDocument("items", 26)),
      ...cases.map((file) => readFileSync(join(root, file), "utf8")),
    ].map(generate);
    for (const [at, time] of others.entries())
      if (time > 20 * (plain ?? 0)) findings.push(`${cases[at]}: ${time.toFixed(0)} ms`);
    const shared = measureShared();
    if (shared > mostSharedBytes) findings.push(`Tools that share their schemas take ${shared} bytes.`);
    const most = Math.max(...growths);
    const figure = `${growths.length} kinds of schemas, ${levels[0]} to ${levels.at(-1)} levels: at most ${most.toFixed(1)} times as long (linear: 4.0); 400 tools of the same schemas take ${Math.round(shared / 2 ** 20)} MB`;
    return { figure, met: findings.length === 0, findings };
  },
};

/** Returns the size of a server with 400 tools that refer to the same thousand schemas. Each tool alone may have 200 kB of them. */
function measureShared(): number {
  const document = createNestedDocument("long properties, twice", 1000);
  const paths = Array.from({ length: 400 }, (_, at) => {
    return [`/${at}`, { post: { ...document.paths["/a"].post, operationId: `operation${at}` } }];
  });
  const { files } = generateServer(JSON.stringify({ ...document, paths: Object.fromEntries(paths) }));
  return files.reduce((sum, { content }) => sum + content.length, 0);
}

/** Returns the milliseconds of the processor that the generation takes. */
function generate(document: string): number {
  const started = process.cpuUsage();
  generateServer(document);
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}

function generateServer(document: string) {
  const names = { name: "Nested", slug: "nested", version: "1.0.0" };
  const result = generateServerFiles({ source: { document, maxTools: 1000 }, ...names, runtime: [] });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result;
}
