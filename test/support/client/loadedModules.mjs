// Calls a service with the client's sources and prints which modules were loaded: `node loadedModules.mjs <url> <dialect>`.
import { registerHooks } from "node:module";

const loaded = [];
registerHooks({
  load: (url, context, next) => {
    loaded.push(url);
    return next(url, context);
  },
});
const { connectToService } = await import("../../../src/dialect/connect.ts");
const [baseUrl, dialect] = process.argv.slice(2);
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
process.stdout.write(JSON.stringify({ id, dialect: profile.dialect, ofDialects: ofDialects.length }));
