import { formatEnvironmentFile, isPlainValue } from "../generator/output/environmentFile.ts";
import { joinWords } from "../text/joinWords.ts";
import { type ExportedServer, type ExportedVariable, needsValue } from "./exportedServer.ts";
import { readExportedText, type ServerProgram } from "./serverProgram.ts";

/** Where a server listens is said for each format by itself. */
const listening = ["HOST", "PORT"];

/** The text of `.env.example`: each variable with what it is and where to get it, and the values that are no secrets. */
export function createEnvironmentExample(server: ExportedServer, { port, transport }: ServerProgram): string {
  const variables = server.variables.filter(({ name }) => !listening.includes(name));
  const known = new Set([...listening, ...variables.map(({ name }) => name)]);
  const text = formatEnvironmentFile([
    ...variables.map((variable) => ({
      name: variable.name,
      ...createComment(variable),
      value: variable.value ?? "",
      disabled: !needsValue(variable),
    })),
    ...(transport === "http" ? createAddress(port) : []),
  ]);
  return text + listOtherEntries(readExportedText(server.files, ".env.example") ?? "", known);
}

const createAddress = (port: number) => [
  { name: "HOST", comment: "Where the server listens, if it is started without a container.", value: "127.0.0.1" },
  { name: "PORT", value: String(port) },
];

function createComment(variable: ExportedVariable) {
  const isLeftOut = variable.value !== undefined && !isPlainValue(variable.value);
  const comment = joinWords(describeVariable(variable), isLeftOut && leftOut);
  return comment === "" ? {} : { comment };
}

const leftOut = "Its value has characters that environment files quote in different ways: copy it from Fairlead.";

/** What a variable is, and where to get its value. */
export function describeVariable({ description, documentation, isRequired }: ExportedVariable): string {
  return joinWords(description, isRequired && "Required.", documentation && `Where to get it: ${documentation}`);
}

const mostComments = 50;

/** The entries of the version's own file for variables that its service does not name, with the comments above them. */
function listOtherEntries(text: string, known: ReadonlySet<string>): string {
  const entries: string[] = [];
  let comments: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, name] = /^#?([A-Za-z_]\w*)=/.exec(line) ?? [];
    if (name !== undefined && !known.has(name)) entries.push(`\n${[...comments, line].join("\n")}\n`);
    comments = line.startsWith("# ") ? [...comments.slice(-mostComments), line] : [];
  }
  return entries.join("");
}
