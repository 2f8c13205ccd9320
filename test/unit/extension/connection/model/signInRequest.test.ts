import { expect, test } from "vitest";
import { signInRequestSchema } from "../../../../../src/contract/team/signIn.ts";
import {
  createRandomText,
  createSignInUrl,
} from "../../../../../src/extension/connection/model/signIn/signInRequest.ts";

const createName = (editorName: string) => {
  const [state, codeVerifier] = [createRandomText(), createRandomText()];
  const page = { redirectUri: "http://127.0.0.1:40000/", editorName, state, codeVerifier };
  // VS Code opens a URL in its decoded form.
  const url = new URL(decodeURIComponent(createSignInUrl("https://service.example", page)));
  return signInRequestSchema.parse(Object.fromEntries(url.searchParams)).name;
};

test.each([
  ["Code on laptop-1.example", "Code on laptop-1.example"],
  ["Code on Zoë's Mac", "Code on Zoë s Mac"],
  ["Code & more #1 on a+b?c=d", "Code more 1 on a b c d"],
  ["###", "Editor"],
  ["x".repeat(300), "x".repeat(100)],
])("the editor's name %s reaches the service as %s", (name, expected) => {
  expect(createName(name)).toBe(expected);
});
