import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createDocument,
  generateFromValidDocument,
  readProblemCodes,
} from "../../support/documents/generateFromDocument.ts";

const namesOf = (ids: readonly (string | undefined)[]) => {
  const paths = Object.fromEntries(
    ids.map((operationId, index) => [`/p${index}`, { get: { operationId, responses: {} } }]),
  );
  return generateFromValidDocument(createDocument({}, { paths }), { maxTools: 5000 }).definition.tools.map(
    ({ name }) => name,
  );
};

describe("a tool's name", () => {
  test.each<[string, readonly (string | undefined)[], readonly string[]]>([
    ["is the operationId where it can be one", ["Pets_List", "pet-by_ID"], ["Pets_List", "pet-by_ID"]],
    [
      "is in snake case where the operationId has other characters",
      ["repos/listForOrg", "Größe ändern", "a.b.c", "listPets"],
      ["repos_list_for_org", "grosse_andern", "a_b_c", "list_pets"],
    ],
    [
      "follows the style of most operation ids",
      ["listPets", "getPet", "list", "pets/remove one", "remove-pet", "GetAPIKey", "listIDs", undefined],
      ["listPets", "getPet", "list", "petsRemoveOne", "removePet", "getApiKey", "listIDs", "getP7"],
    ],
    [
      "is in Pascal case beside such",
      ["GetPet", "ListPets", "get-it", undefined],
      ["GetPet", "ListPets", "GetIt", "GetP3"],
    ],
    ["is in kebab case beside such", ["list-pets", "getPet", "get-it"], ["list-pets", "get-pet", "get-it"]],
    ["is in snake case beside such", ["listPets", "get_pet", "get_it"], ["list_pets", "get_pet", "get_it"]],
    [
      "follows the style that comes first where several are equally frequent",
      ["list", "get-pet", "listPets", undefined],
      ["list", "get-pet", "list-pets", "get-p3"],
    ],
    ["stays where most ids mix styles", ["Pets_List", "Pets_Get", "getPet"], ["Pets_List", "Pets_Get", "getPet"]],
    [
      "has at most 50 characters: it omits words, first those that say least",
      [
        "actions/set-github-actions-default-workflow-permissions-organization",
        "interactions/get-pull-request-bypass-list-for-the-repository",
      ],
      ["actions_set_github_default_workflow_perms_org", "interactions_get_pull_request_bypass_list_the_repo"],
    ],
    [
      "is shortened in its style",
      ["createAdmissionregistrationV1NamespacedPolicyConfiguration"],
      ["createAdmissionregistrationV1PolicyConfig"],
    ],
  ])("%s", (_, ids, names) => {
    expect(namesOf(ids)).toEqual(names);
  });

  test("is in Latin letters, as Unicode's tables have them", () => {
    const paths = {
      "/都市/{名前}": { get: { operationId: "天気を取得" } },
      "/都市": { get: { operationId: "都市を一覧" }, post: {} },
      "/users": { get: { operationId: "получить_пользователя" } },
    };
    const parameters = [{ name: "名前", in: "path", required: true, schema: { type: "string" } }];
    const document = createDocument(
      {},
      { paths: { ...paths, "/都市/{名前}": { ...paths["/都市/{名前}"], parameters } } },
    );
    const { tools } = generateFromValidDocument(document).definition;
    expect(tools.map(({ name }) => name)).toEqual([
      "tian_qi_wo_qu_de",
      "du_shi_wo_yi_lan",
      "post_du_shi",
      "poluchit_polzovatelya",
    ]);
    expect(tools[0]?.request.parameters.map(({ property }) => property)).toEqual(["Ming_Qian"]);
  });

  test("is built from method and path if there is no usable operationId", () => {
    const paths = { "/pets/{petId}/toys": { get: {}, delete: { operationId: "+" } } };
    expect(generateFromValidDocument(createDocument({}, { paths })).definition.tools.map(({ name }) => name)).toEqual([
      "get_pets_pet_id_toys",
      "delete_pets_pet_id_toys",
    ]);
  });

  test("keeps the words that distinguish it from another long one", () => {
    const [one, other] = namesOf(
      ["red", "tan"].map((word) => `one_two_three_four_five_six_${word}_seven_eight_nine_ten_eleven`),
    );
    expect([one, other]).toEqual([expect.stringContaining("_red_"), expect.stringContaining("_tan_")]);
    expect([one, other].join()).not.toMatch(/[0-9a-f]{8}/);
  });

  test("ends in a hash of the whole name where words cannot distinguish it", () => {
    const [long, other] = ["x", "y"].map((end) => `${"verylong".repeat(8)}${end}`);
    const names = namesOf([long, other]);
    for (const name of names) expect(name).toMatch(/^verylong\w{33}_[0-9a-f]{8}$/);
    expect(new Set(names).size).toBe(2);
    expect(namesOf([other])).toEqual([names[1]]);
  });

  test("of two operations belongs to the first; the second gets a number and a warning", () => {
    expect(namesOf(["get", "Get", "get"])).toEqual(["get", "Get_2", "get_3"]);
    const paths = { "/a": { get: { operationId: "same" } }, "/b": { get: { operationId: "same" } } };
    const result = generateFromValidDocument(createDocument({}, { paths }));
    expect(result.problems).toEqual([
      {
        severity: "warning",
        code: "duplicate_operation_id",
        message: expect.stringContaining("same_2"),
        pointer: "/paths/~1b/get/operationId",
        line: 0,
        column: expect.any(Number),
      },
    ]);
  });

  test("is distinguished with a warning from one that differs only in case", () => {
    const paths = { "/a": { get: { operationId: "getPet" } }, "/b": { get: { operationId: "GetPet" } } };
    expect(generateFromValidDocument(createDocument({}, { paths })).problems).toMatchObject([
      {
        code: "duplicate_operation_id",
        message: 'The operationIds "getPet" and "GetPet" differ only in case; the tool of GET /b is called getPet_2.',
        pointer: "/paths/~1b/get/operationId",
      },
    ]);
  });

  test("does not depend on the selected operations", () => {
    const paths = { "/a": { get: { operationId: "same" } }, "/b": { get: { operationId: "same" } } };
    const result = generateFromValidDocument(createDocument({}, { paths }), { include: ["GET /b"] });
    expect(result.definition.tools.map(({ name }) => name)).toEqual(["same_2"]);
    expect(readProblemCodes(result)).toEqual(["duplicate_operation_id"]);
  });

  test("is valid and unique for any operationIds", () => {
    const id = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.string({ minLength: 50, maxLength: 90 }),
      fc.constantFrom("a", "A", "a_2", "a/2"),
    );
    fc.assert(
      fc.property(fc.array(fc.option(id, { nil: undefined }), { minLength: 1, maxLength: 30 }), (ids) => {
        const names = namesOf(ids);
        for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(ids.length);
      }),
    );
  });
});
