import { createClientContext } from "../../client/clientContext.ts";
import type { DialectProfile } from "../../contract/dialectProfile.ts";
import type { OperationName } from "../../contract/operations.ts";
import type { ProfileReading } from "../../contract/profile/profileReading.ts";
import type { UnknownRecord } from "../../text/record.ts";
import { createSession, startCall } from "../session.ts";
import { findOperationFacts } from "../vocabulary/operationFacts.ts";
import { identified } from "./itemIdentity.ts";
import { readItems } from "./readResponse.ts";

/** Reads items with a profile by the functions that calls use. Nothing is sent, and what they learn is not saved. */
export function readItemsWithProfile(
  profile: DialectProfile,
  operation: OperationName,
  wireItems: readonly UnknownRecord[],
): ProfileReading {
  const context = createClientContext({ baseUrl: "http://localhost", key: async () => undefined });
  const store = { read: () => profile, save: () => {}, saveEvidence: () => {} };
  const call = startCall(createSession(context, store), operation, {}, {});
  const { items } = readItems(call, wireItems, wireItems);
  const { fields } = findOperationFacts(operation);
  return { items: items.map((item) => identified(fields, item)), fields: call.shown.fields?.fields ?? {} };
}
