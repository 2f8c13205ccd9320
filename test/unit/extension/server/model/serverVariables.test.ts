import { expect, test } from "vitest";
import {
  formatVariablePurpose,
  hasChangedVariables,
  listReceivers,
} from "../../../../../src/extension/server/model/serverVariables.ts";

const variable = { name: "UP_KEY", required: false, secret: true, description: "" };
const isChanged = (more: object, desiredState: "running" | "stopped" = "running") =>
  hasChangedVariables({ id: "srv_1", name: "Pets", desiredState, variables: [{ ...variable, ...more }] });

test("a live server has changed variables as far as its service says so", () => {
  expect([isChanged({ changed: true }), isChanged({ changed: false }), isChanged({})]).toEqual([true, false, false]);
});

test("a stopped server has none, because it starts with the saved values", () => {
  expect(isChanged({ changed: true }, "stopped")).toBe(false);
});

test("a key goes to the address of the API that the user entered; a client secret and an added header do not", () => {
  const receivers = (name: string, sentAs: string | undefined, API_BASE_URL = "http://localhost:9941/v1 ") => {
    const declared = { ...variable, name, sentTo: ["pets.example.com"], ...(sentAs && { sentAs }) };
    return listReceivers({ id: "srv_1", name: "Pets", environment: { API_BASE_URL } }, declared);
  };
  expect(receivers("UP_KEY", "header X-Key")).toEqual(["http://localhost:9941"]);
  const ofDocument = [
    receivers("UP_KEY", "header X-Key", ""),
    receivers("UP_CLIENT_SECRET", "OAuth client secret"),
    receivers("API_SECRET_HEADER_X_KEY", "header x-key"),
    receivers("UP_KEY", undefined),
  ];
  expect(ofDocument).toEqual(ofDocument.map(() => ["pets.example.com"]));
});

test("a key goes to the own hosts of operations too where the user has to say where the API is", () => {
  const base = { name: "API_BASE_URL", required: true };
  const environment = { API_BASE_URL: "https://mine.example.com" };
  const key = { ...variable, sentAs: "header X-Key", sentTo: ["uploads.example.com"] };
  const list = (required: boolean) =>
    listReceivers({ id: "srv_1", name: "Pets", environment, variables: [{ ...base, required }] }, key);
  expect([list(true), list(false)]).toEqual([["mine.example.com", "uploads.example.com"], ["mine.example.com"]]);
});

test("the text of a key names the address that the user entered in place of the document's hosts", () => {
  const description = "The API key. Sent to localhost, as header X-Key. See https://docs.example.com";
  const key = { ...variable, description, sentAs: "header X-Key", sentTo: ["http://localhost"] };
  const purpose = (environment: Record<string, string>, one = key) =>
    formatVariablePurpose({ id: "srv_1", name: "Pets", environment }, one);
  expect(purpose({})).toBe(description);
  const entered = { API_BASE_URL: "https://mine.example.com/v1" };
  expect(purpose(entered)).toBe(description.replace("localhost", "mine.example.com"));
  const beside = formatVariablePurpose({ id: "srv_1", name: "Pets" }, key, { showsSentAs: true });
  expect(beside).toBe(description.replace(", as header X-Key", ""));
  expect(purpose(entered, { ...key, description: "Where it goes is said elsewhere." })).toContain("elsewhere");
});
