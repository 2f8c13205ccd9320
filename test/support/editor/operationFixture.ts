import { sendOperation } from "../../../src/commands/console/sendOperation.ts";
import type { OperationName } from "../../../src/contract/operations.ts";
import { consoleUri } from "../../../src/core/console/consoleUris.ts";
import { readOperationHistory } from "../../../src/core/console/operationHistory.ts";
import type { startServedService } from "../service/servedService.ts";
import { createCommandFixture } from "./commandFixture.ts";

/** The commands' world with what the operation console shows and keeps in it. */
export async function createOperationFixture(
  served: Awaited<ReturnType<typeof startServedService>>,
  given: Parameters<typeof createCommandFixture>[1] = {},
) {
  const world = await createCommandFixture(served, given);
  return {
    ...world,
    /** Writes an input as a user does and runs it. */
    send: async (name: OperationName, input: object | string, app = world.app) => {
      const uri = consoleUri("input", name);
      world.documents.texts.set(uri, typeof input === "string" ? input : JSON.stringify(input));
      await sendOperation(app, { resource: uri });
    },
    /** The shown answer; undefined where there is none. */
    answer: (name: OperationName) => {
      const shown = world.app.operations.readAnswer(name);
      return shown && JSON.parse(shown.text);
    },
    input: (name: OperationName) => JSON.parse(world.documents.texts.get(consoleUri("input", name)) ?? "null"),
    history: () => readOperationHistory(world.memory, world.app.connections.active()?.id ?? ""),
  };
}
