import { expect, test } from "vitest";
import { parseServiceArguments } from "../../../../src/service/control/serviceArguments.ts";

const parse = (...args: string[]) => parseServiceArguments(["--data", "/data", ...args]).runners.kubernetes;
const repository = ["--image-repository", "registry.example.com:5000/team/servers"];

test("a cluster is a context, a repository for images, and perhaps a namespace and the operator", () => {
  expect(parse()).toBeUndefined();
  const imageRepository = "registry.example.com:5000/team/servers";
  const common = { context: "team", imageRepository };
  expect(parse("--kubernetes", "team", ...repository)).toEqual({ ...common, namespace: undefined, hasOperator: false });
  const more = ["--kubernetes-namespace", "servers", "--kubernetes-operator"];
  expect(parse("--kubernetes", "team", ...repository, ...more)).toEqual({
    ...{ ...common, namespace: "servers", hasOperator: true },
  });
});

test.each([
  [["--kubernetes", "team"], "--kubernetes needs --image-repository"],
  [["--kubernetes", "", ...repository], "must be the name of a context"],
  [repository, "need --kubernetes CONTEXT"],
  [["--kubernetes-operator"], "need --kubernetes CONTEXT"],
  [["--kubernetes", "team", ...repository, "--kubernetes-namespace", "My_Space"], "the name of a namespace"],
  [["--kubernetes", "team", "--image-repository", "r.example/x:1"], "without a tag"],
  [["--kubernetes", "team", "--image-repository", "r.example/x:latest"], "without a tag"],
  [["--kubernetes", "team", "--image-repository", "not a name"], "An image's name must be like"],
])("%j is refused", (args, message) => {
  expect(() => parse(...args)).toThrow(message);
});
