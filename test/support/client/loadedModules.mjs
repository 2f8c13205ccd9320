// Calls a service by the client's sources and tells which of them were run: `node loadedModules.mjs <url> <dialect>`.
import { registerHooks } from "node:module";

const loaded = [];
registerHooks({
  load: (url, context, next) => {
    loaded.push(url);
    return next(url, context);
  },
});
const { createClient } = await import("../../../src/client/client.ts");
const [baseUrl, dialect] = process.argv.slice(2);
let profile = { version: 1, dialect, operations: {} };
const keeper = {
  read: () => profile,
  keep: (next) => {
    profile = next;
  },
  tell: () => {},
};
const client = createClient({ baseUrl, key: async () => "key", keeper });
const { name } = await client.call("me.get", {});
await client.close();
const ofDialects = loaded.filter((url) => url.includes("/src/dialect/"));
process.stdout.write(JSON.stringify({ name, dialect: profile.dialect, ofDialects: ofDialects.length }));
