/**
 * Installs what this repository's scripts need, then runs one of them under Node 24:
 *
 *     node test/host/prepare.mjs [--editor] [--browser] <script> [arguments]
 *
 * Starts on Node 20 in a fresh clone, so it and its imports use only Node's own modules. The script is run here and not
 * by `&&` in package.json, because a shell looks `node` up once: it would go on with the Node that was there before.
 */
import { join } from "node:path";
import { prepareBubblewrap } from "./prepare/bubblewrap.mjs";
import { chromium } from "./prepare/chromium.mjs";
import { dependencies } from "./prepare/dependencies.mjs";
import { withLock } from "./prepare/lock.mjs";
import { node24 } from "./prepare/node24.mjs";
import { root, toolsFolder } from "./prepare/paths.mjs";
import { runNode } from "./prepare/runNode.mjs";
import { PrepareError, say } from "./prepare/say.mjs";
import { vscodeServer } from "./prepare/vscodeServer.mjs";

const optional = { "--editor": vscodeServer, "--browser": chromium };

const given = process.argv.slice(2);
const flags = given.slice(
  0,
  given.findIndex((argument) => !(argument in optional)),
);
const [script, ...scriptArguments] = given.slice(flags.length);
/** Scripts that show or test how servers run. */
const runsServers = flags.length > 0;
const wanted = flags.map((flag) => optional[flag]);
/** Each step needs those before it in its list. The VS Code server, the largest, needs none of them. */
const chains = [
  [dependencies, node24, ...wanted.filter((step) => step !== vscodeServer)],
  wanted.filter((step) => step === vscodeServer),
];

async function prepare() {
  if (runsServers) prepareBubblewrap();
  if (chains.flat().every((step) => step.isReady())) return;
  await withLock(join(toolsFolder, "prepare.lock"), async () => {
    // One that fails waits for the other, whose installation would otherwise go on alone.
    const results = await Promise.allSettled(chains.map(install));
    for (const { reason } of results) if (reason) throw reason;
  });
}

async function install(steps) {
  for (const step of steps) {
    if (step.isReady()) {
      say(`${step.name}: ready`);
      continue;
    }
    const started = Date.now();
    say(`${step.name}: installing ...`);
    await step.install();
    if (!step.isReady()) throw new PrepareError(`${step.name} does not work after its installation.`);
    say(`${step.name}: installed in ${((Date.now() - started) / 1000).toFixed(0)} s`);
  }
}

if (script === undefined) throw new Error("Which script?");
try {
  await prepare();
} catch (error) {
  if (!(error instanceof PrepareError)) throw error;
  say(`Cannot go on: ${error.message}`);
  process.exit(1);
}
await runNode(join(root, script), scriptArguments);
