import { describe, expect, test } from "vitest";
import * as z from "zod";
import { type OperationName, operationTable } from "../../../src/contract/operations.ts";
import { type Subject, subjectOf } from "../../../src/dialect/language/subjects.ts";
import { readItem, readList } from "../../../src/dialect/read/readAnswer.ts";
import { recogniseError, saysFailure } from "../../../src/dialect/recognise/recogniseError.ts";
import { recognisePaging } from "../../../src/dialect/recognise/recognisePaging.ts";
import { createLearner } from "../../support/dialect/learner.ts";
import { toReceivedSchema } from "../../support/dialect/toReceivedSchema.ts";
import { anthropicSkills } from "./conventions/anthropicSkills.ts";
import { github } from "./conventions/github.ts";
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
  gram,
  mcpUse,
  smithery,
  toolHive,
  mcpRegistry,
  anthropicSkills,
  stripe,
  github,
  kubernetes,
  jsonApi,
  hal,
];

const received = (operation: OperationName) => toReceivedSchema(operationTable[operation].output ?? z.null());

/** So many ways are tried at most before a list is held to be at its end. */
const mostTries = 8;

function about(operation: OperationName): Subject {
  const subject = subjectOf(operation);
  if (!subject) throw new Error(`${operation} answers with nothing.`);
  return subject;
}

describe.each(conventions)("$follows", ({ list, item, error }) => {
  test("its lists are found, with the contract's fields", () => {
    const { operation, json, headers = {} } = list;
    const page = readList(createLearner(), operation, about(operation), { json, headers });
    expect(page?.items).toHaveLength(list.items.length);
    expect(page?.items).toMatchObject(list.items);
    expect(received(operation).safeParse({ items: page?.items, nextCursor: null }).error).toBeUndefined();
    expect(page?.shown.states).toEqual([]);
  });

  test("how its lists go on is found", () => {
    const { operation, json, headers = {} } = list;
    const page = readList(createLearner(), operation, about(operation), { json, headers });
    expect(page && recognisePaging(page.seen).slice(0, mostTries)).toContainEqual(list.paging);
  });

  test("one item is found, with the contract's fields", () => {
    const read = readItem(createLearner(), item.operation, about(item.operation), item.json);
    expect(read?.item).toMatchObject(item.item);
    expect(received(item.operation).safeParse(read?.item).error).toBeUndefined();
  });

  test("what went wrong is told in its words", () => {
    const { json, ...told } = error;
    expect(recogniseError(json)).toMatchObject(told);
    expect(saysFailure(list.json)).toBe(false);
    expect(saysFailure(item.json)).toBe(false);
  });
});
