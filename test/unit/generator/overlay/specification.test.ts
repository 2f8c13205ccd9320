import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { applyOverlayText, createOverlay } from "../../../support/documents/applyOverlayText.ts";

/** Applies the actions and returns the changed document; there must be no problem. */
function apply(document: string, actions: string, version?: string): unknown {
  const { root, problems } = applyOverlayText(document, createOverlay(actions, version));
  expect(problems).toEqual([]);
  return root;
}

describe("the examples of the Overlay Specification", () => {
  test("structured: an update mirrors the document, and keys without a value change nothing", () => {
    const document =
      "info: { title: A }\npaths: { /: { get: {} }, /pets: { get: { summary: Old } } }\ncomponents: { schemas: {} }\ntags: [{ name: a }]";
    const actions = `
  - target: '$'
    update:
      info:
        x-overlay-applied: structured-overlay
      paths:
        '/':
          summary: 'The root resource'
          get:
            summary: 'Retrieve the root resource'
            x-rate-limit: 100
        '/pets':
          get:
            summary: 'Retrieve a list of pets'
            x-rate-limit: 100
      components:
      tags:
`;
    expect(apply(document, actions)).toEqual({
      info: { title: "A", "x-overlay-applied": "structured-overlay" },
      paths: {
        "/": { summary: "The root resource", get: { summary: "Retrieve the root resource", "x-rate-limit": 100 } },
        "/pets": { get: { summary: "Retrieve a list of pets", "x-rate-limit": 100 } },
      },
      components: { schemas: {} },
      tags: [{ name: "a" }],
    });
  });

  test("targeted: a value is replaced where it stands, as Overlay 1.1 allows", () => {
    const document =
      "paths: { /foo: { get: { description: old } }, /bar: { get: { description: old }, post: { summary: s } } }";
    const actions = `
  - target: $.paths['/foo'].get.description
    update: This is the new description
  - target: $.paths['/bar'].get.description
    update: This is the updated description
  - target: $.paths['/bar']
    update:
      post:
        description: This is an updated description of a child object
        x-safe: false
`;
    expect(apply(document, actions, "1.1.0")).toEqual({
      paths: {
        "/foo": { get: { description: "This is the new description" } },
        "/bar": {
          get: { description: "This is the updated description" },
          post: {
            summary: "s",
            description: "This is an updated description of a child object",
            "x-safe": false,
          },
        },
      },
    });
  });

  test("wildcard: one update reaches all matches", () => {
    const filter = "{ name: filter, in: query, schema: { type: string } }";
    const document = `paths: { /a: { get: { parameters: [${filter}, { name: id, in: query }] } }, /b: { get: {}, put: {} } }`;
    const actions = `
  - target: $.paths.*.get
    update:
      x-safe: true
  - target: $.paths.*.get.parameters[?@.name=='filter' && @.in=='query']
    update:
      schema:
        $ref: '#/components/schemas/filterSchema'
`;
    expect(apply(document, actions)).toEqual({
      paths: {
        "/a": {
          get: {
            parameters: [
              { name: "filter", in: "query", schema: { type: "string", $ref: "#/components/schemas/filterSchema" } },
              { name: "id", in: "query" },
            ],
            "x-safe": true,
          },
        },
        "/b": { get: { "x-safe": true }, put: {} },
      },
    });
  });

  test("arrays: an update appends, and a filter removes", () => {
    const document =
      "paths: { /a: { get: { parameters: [{ name: dummy }, { name: id }, { name: dummy }], tags: [x, dummy] } } }";
    const actions = `
  - target: $.paths.*.get.parameters
    update:
      name: newParam
      in: query
  - target: $.paths.*.get.parameters[?@.name == 'dummy']
    remove: true
  - target: $.paths.*.get.tags[?@ == 'dummy']
    remove: true
`;
    expect(apply(document, actions, "1.1.0")).toEqual({
      paths: { "/a": { get: { parameters: [{ name: "id" }, { name: "newParam", in: "query" }], tags: ["x"] } } },
    });
  });

  test("traits: a nested filter finds the operations that have the trait", () => {
    const document = `
paths:
  /items: { get: { x-oai-traits: ['paged'] } }
  /items/{id}/subitems: { get: { x-oai-traits: ['paged'], parameters: [{ name: id, in: path }] } }
  /other: { get: {} }
`;
    const actions = `
  - target: $.paths[?(@.get['x-oai-traits'][?(@ == 'paged')])].get
    update:
      parameters:
        - name: top
          in: query
        - name: skip
          in: query
`;
    const paging = [
      { name: "top", in: "query" },
      { name: "skip", in: "query" },
    ];
    expect(apply(document, actions)).toEqual({
      paths: {
        "/items": { get: { "x-oai-traits": ["paged"], parameters: paging } },
        "/items/{id}/subitems": {
          get: { "x-oai-traits": ["paged"], parameters: [{ name: "id", in: "path" }, ...paging] },
        },
        "/other": { get: {} },
      },
    });
  });

  const items =
    "paths: { /items: { get: { responses: { 200: { description: OK } } } }, /some-items: { delete: { responses: {} } } }";

  test("copy: the operations of a path are merged into another path", () => {
    const actions = `  - target: '$.paths["/some-items"]'\n    copy: '$.paths["/items"]'`;
    const copied = apply(items, actions, "1.1.0");
    expect(copied).toEqual(
      parse(items.replace("/some-items: {", "/some-items: { get: { responses: { 200: { description: OK } } },")),
    );
  });

  test("move: an update makes the target, a copy fills it, and a remove ends the source", () => {
    const actions = `
  - target: '$.paths'
    update: { "/new-items": {} }
  - target: '$.paths["/new-items"]'
    copy: '$.paths["/items"]'
  - target: '$.paths["/items"]'
    remove: true
`;
    expect(apply(items, actions, "1.1.0")).toEqual(parse(items.replace("/items: {", "/new-items: {")));
  });
});
