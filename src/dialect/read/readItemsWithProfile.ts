import { createClientContext } from "../../client/clientContext.ts";
import type { DialectProfile } from "../../contract/dialectProfile.ts";
import type { OperationName } from "../../contract/operations.ts";
import type { ProfileReading } from "../../contract/profile/profileReading.ts";
import type { UnknownRecord } from "../../text/record.ts";
import type { DialectCall, DialectResponse } from "../dialectCall.ts";
import { readPages } from "../list/readListPage.ts";
import { createSession, startCall } from "../session.ts";
import { findOperationFacts } from "../vocabulary/operationFacts.ts";
import { identified } from "./itemIdentity.ts";
import { readItem, readItems, readList } from "./readResponse.ts";

/** A call that reads by the functions that calls use: nothing is sent, and what it learns is not saved. */
function createDetachedCall(profile: DialectProfile, operation: OperationName): DialectCall {
  const context = createClientContext({ baseUrl: "http://localhost", key: async () => undefined });
  let current = profile;
  const save = (learned: DialectProfile) => {
    current = learned;
  };
  const store = { read: () => current, save, saveEvidence: () => {} };
  return startCall(createSession(context, store, readPages), operation, {}, {});
}

/** Reads items with a profile. */
export function readItemsWithProfile(
  profile: DialectProfile,
  operation: OperationName,
  wireItems: readonly UnknownRecord[],
): ProfileReading {
  const call = createDetachedCall(profile, operation);
  const { items } = readItems(call, wireItems, wireItems);
  const { fields } = findOperationFacts(operation);
  return { items: items.map((item) => identified(fields, item)), fields: call.shown.fields?.fields ?? {} };
}

type Received = Pick<DialectResponse, "json" | "headers">;
const nothingKnown: DialectProfile = { version: 2, dialect: "other", operations: {} };

/** The items of a response of which nothing is known yet; undefined if it has none. */
function readUnknown(operation: OperationName, received: Received): readonly UnknownRecord[] | undefined {
  const call = createDetachedCall(nothingKnown, operation);
  if (findOperationFacts(operation).output === "list") return readList(call, { ...received, status: 200 })?.items;
  const item = readItem(call, received)?.item;
  return item && [item];
}

/** Whether a response contains what the operation is for, in whatever form. */
export function isUnderstood(operation: OperationName, received: Received): boolean {
  const items = readUnknown(operation, received);
  if (findOperationFacts(operation).output === "list") return items !== undefined;
  return ["id", "name", "email"].some((field) => items?.[0]?.[field] !== undefined);
}
