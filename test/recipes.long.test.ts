import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTemporaryFolder } from "./support/createTemporaryFolder.ts";

/** Each file with the text that an addition goes before, and the addition. */
type Recipe = Readonly<Record<string, readonly (readonly [before: string, added: string])[]>>;

const own = "src/extension/account/rows/organizationTreeRows.ts";
const operation: Recipe = {
  "src/contract/organizations.ts": [
    [
      "} as const satisfies Record<string, Operation>;",
      `  "organization.plan": {
    ...reading,
    path: "/api/v1/organization/plan",
    kind: "organization",
    owner: "organization",
    summary: "Read the plan of the organization.",
    resource: "organizations",
    query: z.strictObject(one),
    output: z.looseObject({ id: idSchema, plan: z.string() }),
  },
`,
    ],
  ],
  "src/client/failedCalls.ts": [
    [
      '  "organization.usage":',
      `  "organization.plan": (host) => l10n.t\`Could not read the plan of the organization at \${host}\`,\n`,
    ],
  ],
  "src/service/handlers/organizationHandlers.ts": [
    [' | "organization.usage";', ' | "organization.plan"'],
    [
      '    "organization.usage": (',
      `    "organization.plan": ({ input, caller }) => {
      const { id, plan } = toOrganization(requireOrganization(context, caller, input.id));
      return { id, plan };
    },
`,
    ],
  ],
  "test/support/service/sampleInputs.ts": [['  "organization.usage"', '  "organization.plan": {},\n']],
  "test/contract/operationCases.ts": [
    ['  "organization.usage"', '  "organization.plan": { input: none, answer: () => ({ plan: "local" }) },\n'],
  ],
  [own]: [['"organization.usage"]', '"organization.plan", ']],
};

const setting: Recipe = {
  "src/extension/base/editorSettings.ts": [
    ["  maxTools:", '  showsPlan: z.boolean().catch(false).register(names, { id: "showPlan" }),\n'],
  ],
  "src/extension/workbench/manifest/settingTexts.ts": [
    ["  refreshSeconds: {", '  showsPlan: { text: "Show the plan of the organization." },\n'],
  ],
};

/** Follows a recipe of CONTRIBUTING in a copy of the project, whose types and tests then say what is missing. */
test.each([
  {
    thing: "an operation",
    recipe: operation,
    files: 5,
    tests: ["contract", "unit/service/openapi", "unit/extension/console", "rowOperations", "serviceReport"],
  },
  { thing: "a setting", recipe: setting, files: 2, tests: ["editorSettings.test.ts"] },
])("$thing is added in $files files, and its own", ({ recipe, files, tests }) => {
  const folder = copyProject();
  for (const [file, additions] of Object.entries(recipe)) {
    const text = additions.reduce(
      (before, [place, added]) => {
        expect(before).toContain(place);
        return before.replace(place, () => added + place);
      },
      readFileSync(join(folder, file), "utf8"),
    );
    writeFileSync(join(folder, file), text);
  }
  const run = (...parameters: string[]) => {
    try {
      execFileSync(process.execPath, parameters, { cwd: folder, encoding: "utf8", stdio: "pipe", env: environment });
    } catch (error) {
      return String((error as { readonly stdout: unknown }).stdout);
    }
    return "";
  };
  expect(run("test/host/manifest/manifest.ts")).toBe("");
  expect(run("node_modules/typescript/bin/tsc", "--noEmit")).toBe("");
  expect(run("node_modules/vitest/vitest.mjs", "run", "manifest.test.ts", ...tests)).toBe("");
  expect(Object.keys(recipe).filter((file) => file !== own)).toHaveLength(files);
});

const environment = { ...process.env, NO_COLOR: "1", FAIRLEAD_LONG: undefined };

/** The project without what is installed or built, which the copy shares. */
function copyProject() {
  const root = join(import.meta.dirname, "..");
  const folder = createTemporaryFolder();
  for (const name of readdirSync(root)) {
    if (name === "node_modules") symlinkSync(join(root, name), join(folder, name));
    else if (name !== ".git" && name !== "dist" && name !== ".vscode-test")
      cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  return folder;
}
