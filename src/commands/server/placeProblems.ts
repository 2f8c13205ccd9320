import type { Server } from "../../contract/servers.ts";
import type { Documents } from "../../core/foundation/ports.ts";
import type { App } from "../app.ts";

/** What the service found wrong with a document, by the lines of its text. */
export async function placeProblems(
  app: App,
  text: string,
  { problems }: Server,
): Promise<Parameters<Documents["diagnose"]>[1]> {
  const places = await app.outlines.locate(
    text,
    problems.map(({ pointer }) => pointer),
  );
  return problems.map(({ severity, message, code }, index) => {
    const { line, column } = places[index] ?? { line: 0, column: 0 };
    return { severity, message, code, line, column };
  });
}
