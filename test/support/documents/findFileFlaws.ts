import { isAbsolute, join, normalize } from "node:path";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual, parseEnv } from "node:util";
import type { ServerGenerationResult } from "../../../src/generator/generateServerFiles.ts";
import { writeFile } from "../writeFile.ts";

export type GeneratedServer = Extract<ServerGenerationResult, { ok: true }>;

/** A runtime that only records the served definition. */
export const recordingRuntime = {
  path: "runtime.mjs",
  encoding: "utf8",
  content: "export const served = [];\nexport const serve = async (definition) => void served.push(definition);\n",
} as const;

const hidden = /[\p{Cf}\p{Default_Ignorable_Code_Point}]|(?![\n\t\r])\p{Cc}/u;

/** Writes a generated server into a folder and reads each file as its users do; lists where a text is more than text. */
export async function findFileFlaws(generated: GeneratedServer, root: string): Promise<readonly string[]> {
  const badPaths = findBadPaths(generated);
  if (badPaths.length > 0) return badPaths;
  for (const { path, content } of generated.files) writeFile(root, path, content);
  return [
    ...(await findModuleFlaws(generated, root)),
    ...findEnvironmentFlaws(generated),
    ...findJsonFlaws(generated),
    ...findMarkdownFlaws(generated),
    ...findTextFlaws(generated),
  ];
}

async function findModuleFlaws(generated: GeneratedServer, root: string): Promise<readonly string[]> {
  try {
    const { served } = await import(/* @vite-ignore */ pathToFileURL(join(root, "runtime.mjs")).href);
    await import(/* @vite-ignore */ pathToFileURL(join(root, generated.entry)).href);
    const hasRun = Reflect.has(globalThis, "broken");
    Reflect.deleteProperty(globalThis, "broken");
    const says = isDeepStrictEqual(served[0], JSON.parse(JSON.stringify(generated.definition)));
    return [
      ...(says ? [] : ["the modules do not say what the definition says"]),
      ...(hasRun ? ["something of it ran"] : []),
    ];
  } catch (error) {
    return [`the modules cannot be imported: ${error}`];
  }
}

const readFile = ({ files }: GeneratedServer, name: string) => files.find(({ path }) => path === name)?.content ?? "";

/** Node, Docker, shells and packages read such files; they differ in what ends a line. */
function findEnvironmentFlaws(generated: GeneratedServer): readonly string[] {
  const text = readFile(generated, ".env.example");
  const names = generated.variables.map(({ name }) => name);
  const set = generated.variables.filter(({ required, hosts = [] }) => required || hosts.length > 0);
  const parsed = Object.keys(parseEnv(text));
  const wanted = [...set.map(({ name }) => name), "HOST", "PORT"];
  const lines = text.split(/[\n\r\v\f\u0085\u2028\u2029]/);
  const isKnown = (line: string) => {
    const [, name] = /^#?([A-Za-z_][A-Za-z0-9_]*)=[\w.:/ -]*$/.exec(line) ?? [];
    return line === "" || line.startsWith("# ") || (name !== undefined && [...names, "HOST", "PORT"].includes(name));
  };
  return [
    ...(isDeepStrictEqual(parsed.sort(), wanted.sort()) ? [] : [`.env.example sets ${parsed.join(", ")}`]),
    ...lines.filter((line) => !isKnown(line)).map((line) => `.env.example has the line ${line.slice(0, 100)}`),
    ...(new Set(names).size === names.length ? [] : [`two variables have one name: ${names.join(", ")}`]),
  ];
}

function findJsonFlaws({ files, manifest }: GeneratedServer): readonly string[] {
  return files
    .filter(({ path }) => path.endsWith(".json"))
    .flatMap(({ path, content }) => {
      const value: unknown = JSON.parse(content);
      const isExpected =
        path === "server.json"
          ? isDeepStrictEqual(value, manifest)
          : isDeepStrictEqual(Object.keys(Object(value)), manifestKeys);
      return isExpected ? [] : [`${path} has other content`];
    });
}

const manifestKeys = ["name", "version", "private", "description", "type", "main", "scripts", "engines"];

/** The lines of a README that are no text of the document. */
const fixedLine =
  /^(##? |\||```|docker build |npm start$| {2,}["}\]]|[{}]$|claude mcp add |The server speaks MCP |`tools\/` holds|$)/;

/** Markup that is neither escaped nor in a code span. */
function findMarkdownFlaws(generated: GeneratedServer): readonly string[] {
  const lines = readFile(generated, "README.md").split("\n");
  const titles = lines.filter((line) => line.startsWith("#")).map((line) => line.replace(/^# .*/, "# "));
  const sections = ["# ", "## Tools", "## Environment", "## Run", "## MCP clients", "## Change"];
  return [
    ...(isDeepStrictEqual(titles, sections) ? [] : [`README.md has the titles ${titles.join(", ").slice(0, 200)}`]),
    ...lines.flatMap((line) => {
      const bare = line.replaceAll(/\\[!-/:-@[-`{-~]/g, "x").replaceAll(/`[^`\\|]*`/g, "");
      const isTable = line.startsWith("|");
      const hasCells = !isTable || bare.split("|").length === 5 || bare.startsWith("... and ");
      const isMarkup =
        /[<>[\]*_~$&@`]|:\/\/|www\./.test(bare.replaceAll(/^```.*/g, "")) &&
        !fixedLine.test(line.replace(/^\|.*/, "x"));
      const opensBlock = !fixedLine.test(line) && /^\s*([-+=#>]|\d+[.)]\s|~~~|```)/.test(line);
      return hasCells && !isMarkup && !opensBlock ? [] : [`README.md has the line ${line.slice(0, 200)}`];
    }),
  ];
}

function findTextFlaws({ files, definition, variables }: GeneratedServer): readonly string[] {
  const unseen = files.filter(({ path, content }) => /\.(md|example)$/.test(path) && hidden.test(content));
  const unseenTools = definition.tools.filter(({ title, description }) => hidden.test(`${title}${description}`));
  return [
    ...unseen.map(({ path }) => `what is hidden in ${path} is not shown`),
    ...unseenTools.map(({ name }) => `what is hidden in ${name} is not shown`),
    ...variables
      .filter(({ description }) => hidden.test(description) || /\s{2}|\n/.test(description))
      .map(({ name }) => `the description of ${name} is not one line`),
    ...definition.tools
      .filter(({ name }) => !/^[A-Za-z0-9_-]{1,64}$/.test(name))
      .map(({ name }) => `a tool is called ${name}`),
  ];
}

/** Finds files outside the folder, with invalid names, or in place of another file. */
function findBadPaths({ files }: GeneratedServer): readonly string[] {
  const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
  const bad = files.filter(({ path }) => {
    const isOutside = isAbsolute(path) || normalize(path).startsWith("..") || path.includes("\\");
    return isOutside || path.split("/").some((part) => part.length > 100 || reserved.test(part));
  });
  const twins =
    new Set(files.map(({ path }) => path.toLowerCase())).size < files.length ? ["two files of one name"] : [];
  return [...bad.map(({ path }) => `the file ${path.slice(0, 60)}`), ...twins];
}
