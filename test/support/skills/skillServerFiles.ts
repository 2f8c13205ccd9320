import { readFileSync } from "node:fs";
import { builtRuntime } from "../testBuild.ts";

const program = `import { serveTools } from "./runtime.mjs";
await serveTools({ name: "counter", version: "1.0.0", tools: [{ name: "add", description: "", inputSchema: { type: "object" }, run: () => "3" }] });`;

/** The files of a server whose entry is `server.mjs`, with the tool `add`, a skill `count`, and a file that is no skill. */
export async function createSkillServerFiles(
  texts: Readonly<Record<string, string>>,
  base64: Readonly<Record<string, string>> = {},
) {
  const skillFiles = (files: Readonly<Record<string, string>>, encoding: "utf8" | "base64") =>
    Object.entries(files).map(([path, content]) => ({ path: `skills/count/${path}`, encoding, content }));
  const file = (path: string, content: string) => ({ path, encoding: "utf8" as const, content });
  return [
    file("server.mjs", program),
    file("runtime.mjs", readFileSync(await builtRuntime(), "utf8")),
    file("skills/notes.txt", "No skill."),
    ...skillFiles(texts, "utf8"),
    ...skillFiles(base64, "base64"),
  ];
}
