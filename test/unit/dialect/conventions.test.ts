import { describe, expect, test } from "vitest";
import * as z from "zod";
import { type OperationName, operationTable } from "../../../src/contract/operations.ts";
import { findNextPage } from "../../../src/dialect/list/nextPage.ts";
import { withIdentity } from "../../../src/dialect/read/itemIdentity.ts";
import { readItem, readList } from "../../../src/dialect/read/readResponse.ts";
import { isFailureBody, readErrorBody } from "../../../src/dialect/refusal/readErrorBody.ts";
import { conventionsOf } from "../../../src/dialect/session.ts";
import { createDialectCall, createJsonResponse } from "../../support/dialect/dialectCall.ts";
import { toReceivedSchema } from "../../support/dialect/toReceivedSchema.ts";
import { anthropicSkills } from "./conventions/anthropicSkills.ts";
import { github } from "./conventions/github.ts";
import { gitlab } from "./conventions/gitlab.ts";
import { gram } from "./conventions/gram.ts";
import { hal } from "./conventions/hal.ts";
import { jsonApi } from "./conventions/jsonApi.ts";
import { kubernetes } from "./conventions/kubernetes.ts";
import { mcpRegistry } from "./conventions/mcpRegistry.ts";
import { mcpUse } from "./conventions/mcpUse.ts";
import { smithery } from "./conventions/smithery.ts";
import { stripe } from "./conventions/stripe.ts";
import { toolHive } from "./conventions/toolHive.ts";

const conventions = [
  ...[gram, mcpUse, smithery, toolHive, mcpRegistry, anthropicSkills],
  ...[stripe, github, gitlab, kubernetes, jsonApi, hal],
];

const received = (operation: OperationName) => toReceivedSchema(operationTable[operation].output ?? z.null());

describe.each(conventions)("$follows", ({ preset, states = [], list, item, error }) => {
  const readGivenList = () => {
    const call = createDialectCall(list.operation);
    const { json, headers = {} } = list;
    const found = readList(call, createJsonResponse(json, { headers }));
    if (!found) throw new Error("There is no list.");
    return { call, found };
  };

  test("its lists have the contract's fields", () => {
    const { call, found } = readGivenList();
    const output = withIdentity(list.operation, undefined, { items: found.items, nextCursor: null });
    expect(output).toMatchObject({ items: list.items });
    expect(found.items).toHaveLength(list.items.length);
    expect(received(list.operation).safeParse(output).error).toBeUndefined();
    expect(call.shown.fields?.states).toEqual(states);
    expect(call.session.store.read().preset).toBe(preset);
  });

  test("the next page of its lists is found", () => {
    const { call, found } = readGivenList();
    const { json, headers = {} } = list;
    const page = {
      json,
      headers,
      place: found.place,
      itemCount: found.items.length,
      lastId: found.ids.at(-1),
      query: {},
    };
    expect(findNextPage(page, undefined, conventionsOf(call.session))).toEqual(list.next);
  });

  test("one item has the contract's fields", () => {
    // A list is read before the first change.
    const call = { ...readGivenList().call, name: item.operation };
    const read = readItem(call, createJsonResponse(item.json));
    const output = withIdentity(item.operation, undefined, read?.item);
    expect(output).toMatchObject(item.item);
    expect(received(item.operation).safeParse(output).error).toBeUndefined();
  });

  test("its errors are reported in its own words", () => {
    const { json, ...expected } = error;
    expect(readErrorBody(json)).toMatchObject(expected);
    expect(isFailureBody(list.json)).toBe(false);
    expect(isFailureBody(item.json)).toBe(false);
  });
});
