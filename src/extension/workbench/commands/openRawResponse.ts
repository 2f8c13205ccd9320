import type { ServiceClient } from "../../../client/client.ts";
import { operationTable } from "../../../contract/operations.ts";
import { readFieldPath } from "../../../text/fieldPath.ts";
import type { CommandHandler } from "../../base/editorServices.ts";
import type { NodeOperation } from "../../base/rows/treeRowKind.ts";
import type { ConnectedServices, ConnectionServices } from "../../connection/connectionServices.ts";
import { findTargetOperation, showRawResponse } from "../../profile/commands/showRawResponse.ts";
import { findMappedItem } from "../../profile/model/findMappedItem.ts";
import { rowOf } from "../nodes.ts";

/** Shows the service's unchanged JSON of the clicked resource: the response of the first operation of its row that reads. */
export const openRawResponse: CommandHandler<ConnectedServices> = async (app, target) => {
  const { node } = target;
  const operation = findTargetOperation(target);
  if (!node && !operation) return;
  const client = await app.client();
  if (!client) return;
  if (operation) await showRawResponse(app, client, operation);
  if (!node) return;
  const row = rowOf(node);
  const reading = row.operations?.(node).find(({ name }) => operationTable[name].method === "GET");
  if (!reading) return;
  const json = await read(app, client, reading, row.serviceId?.(node));
  if (json === undefined) return;
  const { label } = row.describe(node, Date.now());
  await app.documents.showText(`${JSON.stringify(json, null, 2)}\n`, `${label}.json`);
};

/** No operation returns one server or one skill, and a service may ignore the limit. */
async function read(
  { connections }: ConnectionServices,
  client: ServiceClient,
  { name, given }: NodeOperation,
  id: string | undefined,
): Promise<unknown> {
  const json = await client.fetchJson(name, given);
  const session = connections.session();
  if (session.kind !== "connected" || id === undefined) return json;
  const { list } = session.profileStore.read().operations[name] ?? {};
  const idPlace = session.profileStore.evidence()[name]?.fields.id?.place;
  return list ? findMappedItem(json, { list: readFieldPath(list) ?? [], idPlace }, id) : json;
}
