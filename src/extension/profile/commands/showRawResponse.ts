import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { ServiceClient } from "../../../client/client.ts";
import type { OperationName } from "../../../contract/operations.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import { type MessageContext, showMessage } from "../../base/showMessage.ts";
import {
  callReadOperation,
  findHolderOperation,
  isReadOperation,
  type ReadOperationName,
} from "../model/readOperations.ts";

/** The operation of a row, a message or a report. */
export function findTargetOperation({ operation, node }: CommandTarget): OperationName | undefined {
  return operation ?? (node?.kind === "note" ? node.operation : undefined);
}

const listed = z.object({ items: z.array(z.looseObject({ id: z.string() })) });
type Item = z.output<typeof listed>["items"][number];

/** The items of a list; where it belongs to something, such as the runs of a server, that of the first. */
async function listItems(client: ServiceClient, list: ReadOperationName): Promise<readonly Item[]> {
  const holder = findHolderOperation(list);
  const [owner] = holder === null ? [{ id: "" }] : await listItems(client, holder);
  return owner ? listed.parse(await callReadOperation(client, list, owner.id, {})).items : [];
}

export type ExampleInput = { readonly id: string } | Record<string, never>;

/** Prompts for the input of an example request; undefined: cancelled, or the list is empty. */
export async function askExampleInput(
  app: EditorServices,
  client: ServiceClient,
  name: ReadOperationName,
): Promise<ExampleInput | undefined> {
  const holder = findHolderOperation(name);
  if (holder === null) return {};
  const items = await listItems(client, holder);
  const [first] = items;
  if (!first) {
    await app.messages.info(l10n.t`There is no item yet to call ${name} with.`);
    return undefined;
  }
  if (items.length === 1) return { id: first.id };
  const picked = await app.prompts.pick({
    title: l10n.t`Ask ${name}`,
    placeholder: l10n.t("Which item's answer do you want to see?"),
    choices: items.map((item) => ({ label: labelOf(item), description: item.id, value: item.id })),
  });
  return picked === undefined ? undefined : { id: picked };
}

function labelOf({ id, name, provider, version, createdAt }: Item): string {
  const texts = [name ?? provider ?? version, name === undefined ? createdAt : undefined];
  return joinTextParts(...texts.map((text) => (typeof text === "string" ? text : undefined))) || id;
}

/** Whether the operation can be called only to show its answer; else a message says why not. */
export function isReadable(app: MessageContext, name: OperationName): name is ReadOperationName {
  if (isReadOperation(name)) return true;
  showMessage(app, "info", l10n.t`${name} changes something, so it is not run again to show its answer. See the log.`);
  return false;
}

/** Shows the service's unchanged JSON, unless there is none or the user cancels. */
export async function showRawResponse(app: EditorServices, client: ServiceClient, name: OperationName): Promise<void> {
  if (!isReadable(app, name)) return;
  const input = await askExampleInput(app, client, name);
  if (input === undefined) return;
  const json = await client.fetchJson(name, input);
  await app.documents.showText(`${JSON.stringify(json ?? null, null, 2)}\n`, `${name}.json`);
}
