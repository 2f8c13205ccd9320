import { expect, test } from "vitest";
import { commands } from "../../../src/cli/commands.ts";
import { runCommand } from "../../support/cli/runCommand.ts";

test("the help names each command and the exit codes", async () => {
  const { code, output } = await runCommand(["--help"]);
  expect(code).toBe(0);
  for (const name of Object.keys(commands)) expect(output).toMatch(new RegExp(`^  ${name} `, "m"));
  expect(output).toContain("Exit codes: 0 passed or done, 1 ");
});

test.each(Object.keys(commands))("the help of %s has its options and an example", async (name) => {
  const { code, output } = await runCommand([name, "--help"]);
  expect(code).toBe(0);
  expect(output).toContain(`Usage: fairlead ${name}`);
  expect(output).toContain(`Example: fairlead ${name}`);
  expect(output).toContain("--json");
  expect(output).not.toMatch(/ {2}--\S+( VALUE)?\s*$/m);
});

test.each([
  { args: [], message: "A command is missing. See fairlead --help." },
  { args: ["gaet"], message: 'There is no command "gaet". See fairlead --help.' },
  { args: ["constructor"], message: 'There is no command "constructor". See fairlead --help.' },
  { args: ["gate", "a", "b", "--ovrlay", "c"], message: "gate: Unknown option '--ovrlay'. See fairlead gate --help." },
  { args: ["gate", "a"], message: "gate needs NEW: What is in its place" },
  { args: ["gate", "a", "b", "c"], message: 'gate takes no "c". See fairlead gate --help.' },
  { args: ["generate", "a"], message: "generate needs --out: An empty or a new folder" },
  { args: ["generate", "a", "--out"], message: "generate: Option '--out <value>' argument missing" },
  {
    args: ["generate", "a", "--out", "b", "--version", "one"],
    message: "generate --version: a semantic version such as 1.2.0",
  },
  { args: ["gate", "a", "b", "--json=yes"], message: "gate: Option '--json' does not take an argument" },
  {
    args: ["deploy", "pets", "--version", "1.0.0", "--folder", "."],
    message: "Give one of --version, --folder and --document.",
  },
  { args: ["logs", "pets", "--follow", "--json"], message: "Leave --json out." },
  { args: ["status"], message: "Set FAIRLEAD_URL to the URL of the service" },
  { args: ["test", "", "--json"], message: "test TARGET: Too small" },
  { args: ["test", "/", "--overlay", "x.yaml"], message: "/ is a folder. --overlay is for a document" },
  { args: ["gate", "service:a@1.0.0", "b"], message: "Compare two documents, or two versions of a server." },
  { args: ["gate", "git:-x:a.yaml", "b"], message: '"-x" is no revision of Git.' },
])("$args ends with 2 and says what to do", async ({ args, message }) => {
  const { code, output, errors } = await runCommand(args);
  const isJson = args.some((arg) => arg === "--json");
  expect({ code, output }).toEqual({ code: 2, output: isJson ? expect.stringContaining('"error"') : "" });
  expect(errors).toContain(`fairlead: ${message}`.slice(0, 9));
  expect(errors).toContain(message);
});

test("an error is no command of a build server", async () => {
  const { errors } = await runCommand(["gate", "x\n##[y]", "b.yaml"]);
  expect(errors).toBe("fairlead: x\n| ## [y] cannot be read. Correct the path or the revision.\n");
});

test("a key is in no message", async () => {
  const environment = {
    FAIRLEAD_KEY: "a-key-of-a-service",
    FAIRLEAD_URL: "http://a-key-of-a-service:a-key-of-a-service@h/",
  };
  const { code, errors } = await runCommand(["gate", "/a-key-of-a-service.yaml", "b.yaml"], { environment });
  expect({ code, errors }).toEqual({
    code: 2,
    errors: "fairlead: /***.yaml cannot be read. Correct the path or the revision.\n",
  });
});

test("with --json a failure is one JSON document too, and no secret of the environment is in it", async () => {
  const environment = { GITHUB_TOKEN: "token-of-the-run", PETS_KEY: "key-of-the-pets" };
  const args = ["test", "/key-of-the-pets/token-of-the-run.yaml", "--variable", "PETS_KEY", "--json"];
  const { code, output, errors } = await runCommand(args, { environment });
  expect(code).toBe(2);
  expect(JSON.parse(output)).toEqual({ error: expect.stringContaining("cannot be read") });
  expect(output + errors).not.toMatch(/token-of-the-run|key-of-the-pets/);
});
