import * as l10n from "@vscode/l10n";
import type { SelectorProfile } from "../../contract/dialectProfile.ts";
import { operationTable } from "../../contract/operations.ts";
import { listTemplateNames } from "../../contract/profile/valueExpression.ts";
import { readServiceId } from "../../contract/received.ts";
import { getValueAtPath } from "../../text/fieldPath.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import { listQuery } from "../change/inputFields.ts";
import type { DialectCall, DialectResponse, Selection } from "../dialectCall.ts";
import { fillTemplate, valueAtPath } from "../read/expression.ts";
import { readItem, readList } from "../read/readResponse.ts";
import { type BuildRequest, sendCorrected } from "../refusal/correctRequest.ts";
import { createUnclearError } from "../send/dialectError.ts";
import { ignoreRefusal, learn, profileOf, sendRequest, startInnerCall } from "../session.ts";
import { formatResource } from "../vocabulary/formatResource.ts";
import { findListOf, findOperationFacts, findOwnerField } from "../vocabulary/operationFacts.ts";
import { idOf } from "../vocabulary/values.ts";
import { findKnownSelector, findSelector, selectedId, selectedKind } from "./selectors.ts";

interface ReadResponse {
  readonly response: DialectResponse;
  /** False for a refusal, and for a response that does not prove that it is about the item that was asked for. */
  readonly isAboutItem: boolean;
}

/**
 * Sends a request that reads, as the service is known to want it. A response about one item counts if it says that it is about the item;
 * if it says nothing, only where it is known how the service selects one.
 */
export async function sendRead(
  call: DialectCall,
  build: BuildRequest = (lines) => ({ query: listQuery(call, lines) }),
): Promise<ReadResponse> {
  const id = selectedId(call);
  const { owner, isFilter } = findOperationFacts(call.name);
  if (id === undefined || owner === undefined || isFilter)
    return { response: await sendCorrected(call, build), isAboutItem: true };
  const by = findSelector(call);
  const response = await sendCorrected(
    call,
    async (lines) => ({ ...(await build(lines)), select: await selectionOf(call, lines.select ?? by, id) }),
    by,
  );
  if (response.refusal) return { response, isAboutItem: false };
  const stated = statedId(call, response);
  if (stated === undefined)
    return {
      response,
      isAboutItem: findKnownSelector(call) !== undefined || (await isSelecting(call, build, response)),
    };
  // The operation is known to be there.
  if (stated === id && !profileOf(call).select) learn(call, { select: by });
  return { response, isAboutItem: stated === id };
}

/** An id that no service has. */
const controlId = "fairlead-00000000-0000-0000-0000-000000000000";

/** Whether the contract's own parameter selects: for another id the response is another one. */
async function isSelecting(call: DialectCall, build: BuildRequest, response: DialectResponse): Promise<boolean> {
  const select = { by: findSelector(call), value: controlId };
  const { refusal, json } = await sendRequest(call, { ...(await build(profileOf(call))), select });
  return refusal !== undefined || JSON.stringify(json) !== JSON.stringify(response.json);
}

/** The item that a response is about, in its own words; undefined if it does not say. */
function statedId(call: DialectCall, response: DialectResponse): string | undefined {
  const field = findOwnerField(call.name);
  const facts = findOperationFacts(call.name);
  const item: UnknownRecord | undefined =
    facts.output === "list" ? readList(call, response)?.items[0] : readItem(call, response)?.item;
  const stated = isRecord(item) ? getValueAtPath(item, [field]) : undefined;
  return typeof stated === "string" ? stated : undefined;
}

const wholeId = "{id}";

/** The value that selects an item: its id, or what the profile makes of the item in its list. */
export async function selectionOf(call: DialectCall, by: SelectorProfile, id: string): Promise<Selection> {
  requireServiceId(call, id);
  const { value: template = wholeId } = by;
  const fromId = fillTemplate(template, (name) => (name === "id" ? id : undefined));
  const value = fromId ?? (await findOwnValue(call, template, id));
  // A path would lead to all items, or to another one.
  if (by.in === "path" && /^\.{0,2}$/.test(value))
    throw createUnclearError(call, l10n.t`an address with "${value}" leads to no ${formatOwner(call)}`);
  return { by, value };
}

/** An id that the editor derived from an item's content means nothing to the service. */
function requireServiceId(call: DialectCall, id: string): void {
  if (readServiceId(id) !== undefined) return;
  throw createUnclearError(call, l10n.t`the service gives this ${formatOwner(call)} no id, so it cannot be selected`);
}

function formatOwner(call: DialectCall): string {
  return formatResource(selectedKind(call.name));
}

/** A value of the item, from the list of its kind. A value that another item has, too, selects neither. */
async function findOwnValue(call: DialectCall, template: string, id: string): Promise<string> {
  const items = await readSelectorValues(call, template);
  const field = listTemplateNames(template).join(", ");
  // Without a list the id may do for reading.
  if (items.length === 0 && operationTable[call.name].method === "GET") return id;
  const own = items.filter((item) => item.id === id);
  const [value] = own.map((item) => item.value);
  if (value === undefined)
    throw createUnclearError(call, l10n.t`no list shows the ${field} of this ${formatOwner(call)}`);
  if (own.length > 1 || items.some((item) => item.id !== id && item.value === value))
    throw createUnclearError(call, l10n.t`another ${formatOwner(call)} has the same ${field}, so it selects neither`);
  return value;
}

/** Throws if the list shows that several items have the id: a change would be of any of them. */
export async function requireOneItem(call: DialectCall, id: string): Promise<void> {
  const items = await readSelectorValues(call, wholeId);
  if (items.filter((item) => item.value === id).length > 1)
    throw createUnclearError(call, l10n.t`another ${formatOwner(call)} has the same name, so it selects neither`);
}

interface SelectorValue {
  readonly id: string | undefined;
  readonly value: string;
}

/** The values of a template in all items of the owner's kind; empty if there is no list. */
async function readSelectorValues(call: DialectCall, template: string): Promise<readonly SelectorValue[]> {
  const name = findListOf(selectedKind(call.name));
  const values: SelectorValue[] = [];
  if (!name) return values;
  try {
    for await (const { wireItems, ids } of call.session.readPages(startInnerCall(call, name, {})))
      for (const [index, wireItem] of wireItems.entries()) {
        const id = ids[index];
        const value = fillTemplate(template, (part) => (part === "id" ? id : idOf(valueAtPath(part, wireItem))));
        if (value !== undefined) values.push({ id, value });
      }
  } catch (error) {
    ignoreRefusal(error);
  }
  return values;
}
