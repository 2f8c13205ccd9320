import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { generateServerFiles } from "../../../src/generator/generateServerFiles.ts";
import { formatEnvironmentFile } from "../../../src/generator/output/environmentFile.ts";
import { formatMarkdownCode, formatMarkdownText } from "../../../src/generator/output/markdown.ts";
import { createStarterFiles } from "../../../src/generator/starter/starterFiles.ts";
import { createTemporaryFolder } from "../../support/createTemporaryFolder.ts";
import { findFileFlaws, type GeneratedServer, recordingRuntime } from "../../support/documents/findFileFlaws.ts";
import { createDocument, generateFromValidDocument } from "../../support/documents/generateFromDocument.ts";
import { hostileDocuments } from "../../support/documents/hostileDocuments.ts";
import { propertyRuns } from "../../support/propertyRuns.ts";

const folder = createTemporaryFolder(afterAll);

const attack = "NODE_OPTIONS=--import=data:text/javascript,console.log('broken')";

/** The texts of a document that once reached the environment file unchanged. */
const attacks = [
  {
    name: "the name of an API key",
    document: (text: string) =>
      createDocument(
        { security: [{ key: [] }] },
        { components: { securitySchemes: { key: { type: "apiKey", in: "header", name: text } } } },
      ),
  },
  {
    name: "an HTTP scheme",
    document: (text: string) =>
      createDocument(
        { security: [{ key: [] }] },
        { components: { securitySchemes: { key: { type: "http", scheme: text } } } },
      ),
  },
  {
    name: "a choice of a server variable",
    document: (text: string) =>
      createDocument({}, { servers: [{ url: "https://{a}.example.com", variables: { a: { enum: ["b", text] } } }] }),
  },
  {
    name: "the address of a server",
    document: (text: string) => createDocument({}, { servers: [{ url: `/${text}` }] }),
  },
] as const;

const readEnvironment = ({ files }: GeneratedServer) =>
  files.find(({ path }) => path === ".env.example")?.content ?? "";

describe("the environment file of a server", () => {
  test.each(attacks)("sets nothing that $name says", ({ document }) => {
    for (const lineEnd of ["\n", "\r", "\r\n", "\u2028"]) {
      const file = join(folder, "attack.env");
      writeFileSync(file, readEnvironment(generateFromValidDocument(document(`x${lineEnd}${attack}${lineEnd}`))));
      const run = spawnSync(process.execPath, [`--env-file=${file}`, "-e", "console.log(process.env.NODE_OPTIONS)"]);
      expect(run.stdout.toString()).toBe("undefined\n");
    }
  });

  test("has no name that is not the name of a variable", () => {
    expect(() => formatEnvironmentFile([{ name: "A=1\nB" }])).toThrow("is not the name of an environment variable");
  });

  test("leaves out a value that readers take differently", () => {
    expect(formatEnvironmentFile([{ name: "A", value: "'x'\nB=1" }])).toBe("A=\n");
  });
});

/** Parts of attacks on the formats of all files, between any characters. */
const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          "\n",
          "\r",
          "\u2028",
          "\u0085",
          "\f",
          "'",
          '"',
          "`",
          "\\",
          "#",
          "=",
          "|",
          "<b>",
          "](x)",
          "~~~",
          "* ",
          "1. ",
        ],
        ...["*/", "//", "${", "{", "}", "__proto__", "https://", "www.", "a@b.c", "\ud800", "\u202e", "\0", attack],
      ),
      fc.string({ unit: "binary", maxLength: 8 }),
      fc.string({ maxLength: 8 }),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join(""));

const generate = (document: unknown) =>
  generateServerFiles({
    source: { document: JSON.stringify(document) },
    ...{ name: "Hostile", slug: "hostile", version: "0.1.0", runtime: [recordingRuntime] },
  });

type Path = readonly (string | number)[];

function listTextPaths(value: unknown, path: Path): readonly Path[] {
  if (typeof value === "string") return [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => listTextPaths(item, [...path, key]));
}

function replaceAt(value: unknown, [first, ...rest]: Path, text: string): unknown {
  if (first === undefined) return text;
  const changed = replaceAt(Reflect.get(Object(value), first), rest, text);
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === first ? changed : item));
  return { ...Object(value), [first]: changed };
}

describe.each([0, 1, 2])("any text in a document of kind %i", (kind) => {
  const plain = hostileDocuments("x")[kind];
  const paths = listTextPaths(plain, []);
  let runs = 0;

  test("is only text in every generated file, in every field at once and in each field", async () => {
    await fc.assert(
      fc.asyncProperty(
        hostileText,
        fc.subarray([...paths], { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        async (text, fields, named) => {
          const start: unknown = named ? hostileDocuments(text)[kind] : plain;
          const document = fields.reduce((changed, path) => {
            const next = replaceAt(changed, path, text);
            return generate(next).ok ? next : changed;
          }, start);
          const generated = generate(document);
          if (!generated.ok) throw new Error(JSON.stringify(generated.problems));
          expect(await findFileFlaws(generated, join(folder, `${kind}-${runs++}`))).toEqual([]);
        },
      ),
      { numRuns: propertyRuns(60) },
    );
  });
});

test("the name of a server from the template is only text in its files", () => {
  fc.assert(
    fc.property(hostileText, (name) => {
      const { files } = createStarterFiles({ name, slug: "hostile", version: "0.1.0", runtime: [] });
      const readme = files.find(({ path }) => path === "README.md")?.content ?? "";
      expect(readme.split("\n")[0]).toBe(`# ${formatMarkdownText(name, 1000)}`);
      for (const { path, content } of files) if (path.endsWith(".json")) JSON.parse(content);
    }),
  );
});

describe("text as Markdown", () => {
  test.each([
    ["~~~", "\\~\\~\\~"],
    ["- a", "\\- a"],
    ["1. a", "1\\. a"],
    ["see https://a.example or www.b.example", "see https\\://a.example or www\\.b.example"],
    ["<b>&lt;[x](y)", "\\<b\\>\\&lt;\\[x\\](y)"],
    ["a\n# b", "a \\# b"],
  ])("%j has no markup", (text, escaped) => {
    expect(formatMarkdownText(text, 100)).toBe(escaped);
  });

  test("is a code span only where nothing ends it", () => {
    expect(formatMarkdownCode("GET /a", 100)).toBe("`GET /a`");
    expect(formatMarkdownCode("GET /`a|", 100)).toBe("GET /\\`a\\|");
  });
});
