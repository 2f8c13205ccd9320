import { expect, test } from "vitest";
import { overlayFileSchema } from "../../../../src/generator/overlay/overlaySchema.ts";
import { createYamlHelp } from "../../../../src/testcases/createYamlHelp.ts";

const help = createYamlHelp(overlayFileSchema);
const text = `overlay: 1.0.0
actions:
  - target: $.paths['/pets'].get
    update:
      x-mcp:
        name: pets
        
`;

test("completion in an overlay offers the fields of x-mcp that are not there yet", () => {
  const names = help.keysAt(text, 7, 9).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["title", "enabled", "parameters", "fields", "hidden"]));
  expect(names).not.toContain("name");
});

test("completion at the start of a line offers the fields of the file, and in an action its fields", () => {
  expect(help.keysAt("overlay: 1.0.0\n", 2, 1).map(({ name }) => name)).toEqual(["info", "extends", "actions"]);
  expect(help.keysAt("actions:\n  - target: $\n    ", 3, 5).map(({ name }) => name)).toEqual(
    expect.arrayContaining(["update", "remove", "copy"]),
  );
});

test("hover in an overlay explains a field", () => {
  expect(help.keyAt(text, 6, 10)?.description).toContain("The name of the tool");
  expect(help.keyAt(text, 3, 6)?.description).toContain("JSONPath");
});
