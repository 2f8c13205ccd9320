import { createClientContext } from "../../client/clientContext.ts";
import type { ProfileStore } from "../../client/profileStore.ts";
import type { DialectProfile } from "../../contract/dialectProfile.ts";
import type { OperationName } from "../../contract/operations.ts";
import type { ProfileReading } from "../../contract/profile/profileReading.ts";
import type { DialectCall, DialectResponse } from "../dialectCall.ts";
import { createSession, startCall } from "../session.ts";
import { findOperationFacts } from "../vocabulary/operationFacts.ts";
import { identified } from "./itemIdentity.ts";
import { readItem, readList } from "./readResponse.ts";

/** Reads an answer with a profile by the functions that calls use. What they learn of the answer is not saved. */
export function readAnswerWithProfile(
  profile: DialectProfile,
  operation: OperationName,
  json: unknown,
): ProfileReading {
  const call = createOfflineCall(profile, operation);
  const { output, fields } = findOperationFacts(operation);
  const response = createOkResponse(operation, json);
  const list = output === "list" ? readList(call, response) : undefined;
  const one = output === "item" ? readItem(call, response) : undefined;
  const items = list
    ? list.items.flatMap((item, at) => {
        const wire = list.wireItems[at];
        return wire ? [{ wire, item: identified(fields, item) }] : [];
      })
    : one && [{ wire: one.wireItem, item: one.item }];
  const shown = call.shown.fields;
  return {
    list: list?.place,
    items,
    fields: shown?.fields ?? {},
    unread: shown?.unknown ?? [],
    unknownStates: shown?.states ?? [],
  };
}

/** A call that sends nothing, with a profile of its own. */
function createOfflineCall(profile: DialectProfile, operation: OperationName): DialectCall {
  const context = createClientContext({ baseUrl: "http://localhost", key: async () => undefined });
  return startCall(createSession(context, createProfileCopy(profile)), operation, {}, {});
}

function createProfileCopy(profile: DialectProfile): ProfileStore {
  let current = profile;
  return {
    read: () => current,
    save: (next) => {
      current = next;
    },
    saveEvidence: () => {},
  };
}

function createOkResponse(operation: OperationName, json: unknown): DialectResponse {
  const circumstances = { operation, host: "localhost" };
  return { status: 200, headers: {}, json, text: "", circumstances, refusal: undefined };
}
