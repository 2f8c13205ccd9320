import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Validator } from "@cfworker/json-schema";
import { computeContentDigest } from "../../src/extension/base/fileDigest.ts";
import { publishSkill } from "../../src/extension/skill/commands/publishSkill.ts";
import { addSkillFrom } from "../../src/extension/skill/commands/source/addSkillFrom.ts";
import { fillFolder } from "../../src/extension/skill/model/disk/containedChange.ts";
import { createSkillNode } from "../../src/extension/skill/rows/skillTreeRows.ts";
import { createSkillFixture, publishTestSkill } from "../support/editor/skillFixture.ts";
import { createTinyServer, deployTinyServer } from "../support/servers/deployTinyServer.ts";
import { startServedService } from "../support/service/servedService.ts";
import { runAgent } from "./agents/runAgent.ts";

/**
 * `npm run judge:plugin -- DIR SCHEMAS`: the plugin that *Publish Skill...* writes is read by the clients in `DIR/node_modules` (Claude Code,
 * Copilot CLI, `plugins`), valid by the published schemas (`plugin.schema.json` and `mcp.schema.json` in SCHEMAS), and added again equal by
 * digest.
 */
const [folder, schemas] = process.argv.slice(2);
if (folder === undefined || schemas === undefined)
  throw new Error("Name the folder of the clients and that of the schemas.");

const served = await startServedService({});
const skill = await publishTestSkill(served, "bundled", { "scripts/run.sh": "echo 1\n", "references/a b.md": "ü\r\n" });
await deployTinyServer(served, await createTinyServer(served, "Pet Shop", "healthy"));
const published = ["Agent Plugin, also for Claude Code"];
const answers = [...published, "Folder", ["bundled"], ["Claude Code"]];
const fixture = await createSkillFixture(served, { answers });
const plugin = join(fixture.home, "plugins", "default");
mkdirSync(dirname(plugin));
fixture.documents.promptForFolder = async () => pathToFileURL(dirname(plugin)).href;
fixture.documents.changeFolder = async (uri, { write }) => fillFolder(fileURLToPath(uri), { write, remove: [] });
await publishSkill(fixture.app, { node: createSkillNode(skill) });

let failures = 0;
const report = (what: string, isRight: boolean, seen: string) => {
  if (!isRight) failures += 1;
  process.stdout.write(`${isRight ? "right" : "WRONG"} ${what}${isRight ? "" : `\n${seen.slice(-2000)}`}\n`);
};
for (const name of ["plugin", "mcp"]) {
  const schema = JSON.parse(readFileSync(join(schemas, `${name}.schema.json`), "utf8"));
  const { valid, errors } = new Validator(schema).validate(
    JSON.parse(readFileSync(join(plugin, `${name}.json`), "utf8")),
  );
  report(`${name}.json is valid by the published schema`, valid, JSON.stringify(errors));
}

const environment = {
  ...{
    HOME: join(fixture.home, "client"),
    COPILOT_OFFLINE: "true",
    COPILOT_AUTO_UPDATE: "false",
    DISABLE_AUTOUPDATER: "1",
  },
  PATH: [join(resolve(folder), "node_modules/.bin"), dirname(process.execPath), process.env.PATH].join(delimiter),
};
mkdirSync(environment.HOME);
const clients: readonly (readonly [command: string, args: readonly string[], expected: RegExp])[] = [
  ["claude", ["plugin", "validate", plugin], /Validation passed/],
  ["copilot", ["plugin", "install", plugin], /Installed 1 skill/],
  ["copilot", ["skill", "list"], /bundled/],
  ["copilot", ["mcp", "list"], /pet-shop \(http\)/],
  ["plugins", ["discover", plugin], /1 skill, mcp/],
];
for (const [command, args, expected] of clients) {
  const seen = await runAgent({ command, args, cwd: environment.HOME, environment, input: "" });
  report(`${[command, ...args].join(" ").replaceAll(plugin, "PLUGIN")} finds what it has`, expected.test(seen), seen);
}

fixture.documents.promptForFolder = async () => pathToFileURL(plugin).href;
await addSkillFrom(fixture.app, {});
const readDigest = (below: string) => {
  const files = Object.entries(fixture.tree(below)).map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
  return computeContentDigest(files);
};
const added = existsSync(join(fixture.home, "../workspace/.claude/skills/bundled"));
const digests = ["home/plugins/default/skills/bundled", "workspace/.claude/skills/bundled"].map(readDigest);
report(
  "its skill is added again, equal by digest",
  added && new Set([...digests, skill.digest]).size === 1,
  String(digests),
);
await fixture.close();
await served.close();
process.exit(failures === 0 ? 0 : 1);
