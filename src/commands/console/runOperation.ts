import { operationOfUri } from "../../core/console/consoleUris.ts";
import { fittingOperations } from "../../core/view/nodeOperations.ts";
import type { Command } from "../app.ts";
import { openInput } from "./openOperationInput.ts";
import { pickOperation } from "./pickOperation.ts";
import { sendOperation } from "./sendOperation.ts";

/** Opens the input of any operation of the service, with what is known in it; on an input, runs it. */
export const runOperation: Command = async (app, target) => {
  if (target.resource !== undefined && operationOfUri(target.resource)) return sendOperation(app, target);
  const picked = await pickOperation(app, target.node ? fittingOperations(target.node) : []);
  if (picked) await openInput(app, picked.name, picked.given);
};
