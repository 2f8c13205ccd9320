// Calls our own service and then another one with the client's sources, and prints which modules were loaded for each:
// `node loadedModules.mjs <url> <url>`.
import { registerHooks } from "node:module";

const loaded = [];
registerHooks({
  load: (url, context, next) => {
    loaded.push(url);
    return next(url, context);
  },
});
const { connectToService } = await import("../../../src/dialect/connect.ts");
/** Whose key it is, what the service speaks, and how many modules were loaded for that. */
async function call(baseUrl, dialect) {
  let profile = { version: 2, dialect, operations: {} };
  const store = {
    read: () => profile,
    save: (next) => {
      profile = next;
    },
    saveEvidence: () => {},
  };
  const client = connectToService({ baseUrl, key: async () => "key", profileStore: store });
  const { id } = await client.call("me.get", {});
  await client.close();
  // connect.ts and dialectSelection.ts are loaded with every client.
  const ofDialects = loaded.filter((url) => /\/src\/dialect\/(?!connect\.ts|dialectSelection\.ts)/.test(url));
  return { id, dialect: profile.dialect, ofDialects: ofDialects.length };
}

const [ours, other] = process.argv.slice(2);
process.stdout.write(JSON.stringify([await call(ours, "contract"), await call(other, "unknown")]));
