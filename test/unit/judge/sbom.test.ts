import { expect, test } from "vitest";
import { bundledPackages, sbomText } from "../../host/sbom.ts";

const meta = (...files: readonly [string, number][]) =>
  JSON.stringify({
    outputs: {
      "dist/a.js": { inputs: Object.fromEntries(files.map(([file, bytesInOutput]) => [file, { bytesInOutput }])) },
    },
  });
const lock = JSON.stringify({
  version: "1.2.3",
  packages: {
    "node_modules/@a/b": {
      version: "4.5.6",
      license: "MIT",
      integrity: `sha512-${Buffer.from("x").toString("base64")}`,
    },
  },
});

test("lists the bundled packages for any installation folder", () => {
  const text = meta(
    ["src/a.ts", 10],
    ["../elsewhere/node_modules/@a/b/index.js", 5],
    ["node_modules/c/node_modules/d/d.js", 1],
    ["node_modules/left-out/index.js", 0],
  );
  expect(bundledPackages(text)).toEqual(["@a/b", "d"]);
});

test("each package has its version, its license and its hash", () => {
  const { components, metadata } = JSON.parse(sbomText(meta(["node_modules/@a/b/index.js", 5]), lock));
  expect(metadata.component).toMatchObject({ name: "fairlead", version: "1.2.3" });
  expect(components).toMatchObject([
    {
      ...{ name: "@a/b", version: "4.5.6", purl: "pkg:npm/%40a/b@4.5.6" },
      hashes: [{ alg: "SHA-512", content: "78" }],
      licenses: [{ license: { id: "MIT" } }],
    },
  ]);
});

test("a package that is missing in the lock file is an error", () => {
  expect(() => sbomText(meta(["node_modules/e/index.js", 5]), lock)).toThrow("e is bundled");
});
