// Loads a bundled client in a separate process, calls an operation, and prints the result and whether it changed the
// globals that all extensions of an editor share.
const [, , file, options] = process.argv;
const globals = () => [
  ...["undici.globalDispatcher.1", "undici.globalDispatcher.2", "undici.globalOrigin.1"].map(
    (name) => globalThis[Symbol.for(name)],
  ),
  ...["fetch", "Headers", "Request", "Response", "FormData", "WebSocket", "EventSource"].map(
    (name) => globalThis[name],
  ),
];

async function main() {
  const { network, ...rest } = JSON.parse(options);
  // Node creates its fetch and dispatcher when they are first read.
  globals();
  const before = globals();
  const { connectToService } = require(file);
  const client = connectToService({ ...rest, network, key: async () => "flk_process" });
  const outcome = await client.call("me.get", {}).then(
    (me) => ({ name: me.name }),
    (error) => ({ error: error.name, message: error.message, code: error.code }),
  );
  await client.close();
  const after = globals();
  const isUntouched = before.every((value, index) => Object.is(value, after[index]));
  process.stdout.write(JSON.stringify({ ...outcome, isUntouched }));
}
void main();
