import fc from "fast-check";
import type { FileEntry } from "../../../../src/contract/files.ts";
import { decodeFileBytes } from "../../../../src/contract/files.ts";
import { operationTable } from "../../../../src/contract/operations.ts";
import {
  chooseNextVersion,
  incrementVersion,
  isSemanticVersion,
  semanticVersionSchema,
} from "../../../../src/contract/semanticVersion.ts";
import { parseServiceArguments } from "../../../../src/service/control/serviceArguments.ts";
import { createLogLineReader, shortenLogLine } from "../../../../src/service/deployments/process/logLineReader.ts";
import { checkIfMatch } from "../../../../src/service/http/checkIfMatch.ts";
import { parseOperationInput } from "../../../../src/service/http/parseOperationInput.ts";
import { readResultPage } from "../../../../src/service/http/readResultPage.ts";
import { readRequestBody } from "../../../../src/service/http/requestBody.ts";
import { ServiceProblem } from "../../../../src/service/http/serviceProblem.ts";
import { checkSubmittedFiles } from "../../../../src/service/registry/fileErrors.ts";
import { createSecretBox, generateSecretKey, SealError } from "../../../../src/service/storage/secretBox.ts";
import { chatAnswerSchema, chatErrorSchema } from "../../../../src/service/testing/skill/model/chat.ts";
import { extractJson } from "../../../../src/service/testing/skill/model/extractJson.ts";
import { createUniqueSlug } from "../../../../src/text/language/uniqueSlug.ts";
import { assertHolds, createLaw, createTotalLaw } from "./law.ts";
import { jsonLike, textsLike } from "./texts.ts";

const body = {
  projectId: "prj_1",
  name: "New",
  source: { kind: "files", entry: "a", files: [{ path: "a", encoding: "utf8", content: "x" }] },
};
const bodies = fc.oneof(
  textsLike(JSON.stringify(body)),
  jsonLike(body).map((value) => JSON.stringify(value) ?? ""),
);
const queries = textsLike("limit=50&cursor=WyJwcmpfMSJd&q=a", "id=prj_1", "after=1&limit=200&id=dep_1");
const box = createSecretBox(generateSecretKey());
const sealed = box.seal("secret", "about");
const page = (cursor: string) =>
  readResultPage(
    { limit: 2, cursor },
    () => [1, 2, 3],
    (row) => row,
    (row) => row,
  );
const bytes = fc.uint8Array({ maxLength: 200 });
const types = textsLike("application/json; charset=utf-8", "text/plain");
const files = fc.array(
  fc.record({
    path: textsLike("src/a.mjs", "A/é"),
    encoding: fc.constantFrom("utf8", "base64"),
    content: textsLike("aGVsbG8=", "x"),
  }),
  { maxLength: 3 },
);
const versions = textsLike("1.2.3", "0.0.99999999999999999999", "1.0.0-rc.1", "9007199254740993.0.1");
const args = fc.array(
  fc.oneof(
    fc.constantFrom("--data", "--port", "--grace", "--organization", "--member", "--limit", "--"),
    textsLike("/d", "8080", "A <a@b>", "storage=5"),
  ),
  { maxLength: 5 },
);

/** Whether `main` shows the error to the user as an invalid argument. */
function isToldArgument(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.message.includes("Usage:") || ("code" in error && String(error.code).startsWith("ERR_PARSE_ARGS"));
}

export const requestLaws = [
  createTotalLaw(
    "a request's body is parsed by the operation's schema",
    bodies,
    (text) => parseOperationInput(operationTable["servers.create"], new URLSearchParams(), text),
    [ServiceProblem],
  ),
  createTotalLaw(
    "a request's query is parsed by the operation's schema",
    queries,
    (text) => {
      const failures = ["projects.list", "deployment.events"] as const;
      for (const name of failures) parseOperationInput(operationTable[name], new URLSearchParams(text), "");
    },
    [ServiceProblem],
  ),
  createTotalLaw(
    "a form is parsed",
    textsLike("grant_type=client_credentials&client_id=a&resource=b"),
    (text) => parseOperationInput(operationTable["runtime.oauthToken"], new URLSearchParams(), text),
    [ServiceProblem],
  ),
  createTotalLaw(
    "the bytes of a body are decoded",
    fc.tuple(
      bytes,
      types.map((type) => type.replaceAll(/[^\x20-\x7e]/g, "")),
    ),
    ([content, type]) =>
      readRequestBody(
        new Request("http://a/", { method: "POST", body: content, headers: { "Content-Type": type } }),
        "json",
        100,
      ),
    [ServiceProblem],
  ),
  createTotalLaw("an If-Match is read", textsLike('"3"', 'W/"1", "2"', "*"), (text) => checkIfMatch(text, 3), [
    ServiceProblem,
  ]),
  createTotalLaw(
    "a list's cursor is parsed",
    fc.oneof(
      textsLike("WyJwcmpfMSJd"),
      jsonLike(["prj_1"], [7]).map((value) => Buffer.from(JSON.stringify(value) ?? "").toString("base64url")),
    ),
    page,
    [ServiceProblem],
  ),
  createLaw("arguments are parsed, or rejected with the reason", args, (list) => {
    try {
      parseServiceArguments(list);
    } catch (error) {
      if (!isToldArgument(error)) throw error;
    }
  }),
  createTotalLaw(
    "received files are checked",
    files,
    (list: FileEntry[]) => {
      checkSubmittedFiles(list);
      assertHolds(
        list.every((file) => decodeFileBytes(file) !== undefined),
        () => "A file has no bytes.",
      );
    },
    [ServiceProblem],
  ),
  createTotalLaw("an encrypted text is decrypted or rejected", textsLike(sealed), (text) => box.open(text, "about"), [
    SealError,
  ]),
  createLaw("the next version is valid and unused", fc.tuple(versions, versions), ([latest, said]) => {
    const taken = [latest, said];
    const next = chooseNextVersion(latest, said, (version) => taken.includes(version) && version !== said);
    assertHolds(isSemanticVersion(next), () => `${next} comes after ${latest}`);
    const free = incrementVersion(isSemanticVersion(said) ? said : undefined, (version) => taken.includes(version));
    assertHolds(semanticVersionSchema.safeParse(free).success && !taken.includes(free), () => `${free} is not free`);
  }),
  createLaw("a slug is plain and free", fc.tuple(textsLike("Ünïcode & more"), textsLike("a")), ([name, other]) => {
    const taken = new Set([createUniqueSlug(other, "x", () => false), "a", "x"]);
    const slug = createUniqueSlug(name, "x", (one) => taken.has(one));
    assertHolds(/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) && !taken.has(slug), () => slug);
  }),
  createLaw(
    "a server's output is split into lines",
    fc.tuple(textsLike("a\r\nb\n"), fc.integer({ min: 1, max: 30 })),
    ([text, size]) => {
      const lines: string[] = [];
      const log = createLogLineReader((line, dropped) => lines.push(shortenLogLine(line, dropped)));
      const content = Buffer.from(text);
      const step = Math.max(size, content.length / 200);
      for (let at = 0; at < content.length; at += step) log.write(content.subarray(at, at + step));
      log.end();
      assertHolds(
        lines.every((line) => !line.includes("\n") && line.length < 8300),
        () => "A line is no line.",
      );
      const whole = content
        .toString("utf8")
        .split("\n")
        .filter((line) => line.length < 8000);
      assertHolds(
        whole.every((line) => lines.includes(line.replace(/\r$/, "")) || line === ""),
        () => "A line was lost.",
      );
    },
  ),
  createTotalLaw(
    "a model's response is parsed",
    jsonLike(
      {
        choices: [{ message: { content: [{ text: "a" }], tool_calls: [{ function: { name: "f", arguments: {} } }] } }],
      },
      { error: { message: "no" } },
    ),
    (value) => {
      chatAnswerSchema.safeParse(value);
      chatErrorSchema.safeParse(value);
    },
  ),
  createTotalLaw(
    "the JSON in a model's text is found",
    textsLike('Here: ```json\n{"a": [1]}\n``` done', '{"a":1}'),
    extractJson,
  ),
];
