import type { OperationName } from "../../../src/contract/operations.ts";
import { consoleUri } from "../../../src/extension/base/uris/virtualUris.ts";
import { sendOperation } from "../../../src/extension/console/commands/sendOperation.ts";
import type { startServedService } from "../service/servedService.ts";
import { createCommandFixture } from "./commandFixture.ts";

/** A command fixture with the documents of the operation console. */
export async function createOperationFixture(
  served: Awaited<ReturnType<typeof startServedService>>,
  options: Parameters<typeof createCommandFixture>[1] = {},
) {
  const fixture = await createCommandFixture(served, options);
  return {
    ...fixture,
    /** Writes an input and sends the operation. */
    send: async (name: OperationName, input: object | string, app = fixture.app) => {
      const uri = consoleUri("input", name);
      fixture.documents.texts.set(uri, typeof input === "string" ? input : JSON.stringify(input));
      await sendOperation(app, { resource: uri });
    },
    /** The shown response; undefined if there is none. */
    answer: (name: OperationName) => {
      const shown = fixture.app.operations.readResponse(name);
      return shown && JSON.parse(shown.text);
    },
    input: (name: OperationName) => JSON.parse(fixture.documents.texts.get(consoleUri("input", name)) ?? "null"),
  };
}
