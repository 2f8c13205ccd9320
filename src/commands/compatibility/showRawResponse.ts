import type { Client } from "../../client/client.ts";
import { type OperationName, operations } from "../../contract/operations.ts";
import { say } from "../../core/foundation/showMessage.ts";
import type { App } from "../app.ts";
import { exampleInput } from "./exampleInput.ts";

/** The service's own JSON, brought before the user's eyes; undefined: there is none, or it was escaped. */
export async function showRawAnswer(app: App, client: Client, name: OperationName): Promise<unknown> {
  if (operations[name].method !== "GET") {
    say(app, "info", `${name} changes something, so it is not run again to show its answer. See the log.`);
    return undefined;
  }
  const input = await exampleInput(app, client, name);
  if (input === undefined) return undefined;
  const json = await client.raw(name, input);
  await app.documents.showText(`${JSON.stringify(json ?? null, null, 2)}\n`, `${name}.json`);
  return json;
}
