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
  test("its lists and items have the contract's fields, and its lists a next page", () => {
    const call = createDialectCall(list.operation);
    const { json, headers = {} } = list;
    const { items = [], place = [], ids = [] } = readList(call, createJsonResponse(json, { headers })) ?? {};
    const output = withIdentity(list.operation, undefined, { items, nextCursor: null });
    expect(output).toMatchObject({ items: list.items });
    expect(items).toHaveLength(list.items.length);
    expect(received(list.operation).safeParse(output).error).toBeUndefined();
    expect(call.shown.fields?.states).toEqual(states);
    expect(call.session.store.read().preset).toBe(preset);
    const page = { ...{ json, headers, place, query: {} }, itemCount: items.length, lastId: ids.at(-1) };
    expect({ next: findNextPage(page, undefined, conventionsOf(call.session).preset) }).toMatchObject({
      next: list.next,
    });
    const read = readItem({ ...call, name: item.operation }, createJsonResponse(item.json));
    const single = withIdentity(item.operation, undefined, read?.item);
    expect(single).toMatchObject(item.item);
    expect(received(item.operation).safeParse(single).error).toBeUndefined();
  });

  test("its errors are reported in its own words", () => {
    const { json: refused, ...expected } = error;
    expect(readErrorBody(refused)).toMatchObject(expected);
    expect([list.json, item.json].map(isFailureBody)).toEqual([false, false]);
  });
});
