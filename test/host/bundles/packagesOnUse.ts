import { join } from "node:path";
import type { Plugin } from "esbuild";

const filter = /^(json-p3|transliteration|yaml)$/;
const namespace = "packages-on-use";

/** Packages that run when something of them is used. Most starts and most documents need none; a module is run when it is imported. */
export const packagesOnUse: Plugin = {
  name: namespace,
  setup({ onResolve, onLoad }) {
    onResolve({ filter }, ({ path, namespace: from }) => (from === namespace ? undefined : { path, namespace }));
    onLoad({ filter, namespace }, async ({ path }) => {
      const names = Object.keys(await import(path)).filter((name) => !/^default$|\./.test(name));
      const getters = names.map((name) => `get ${name}() { return require("${path}").${name}; }`);
      const resolveDir = join(import.meta.dirname, "../../..");
      return { contents: `module.exports = { ${getters.join(", ")} };`, resolveDir };
    });
  },
};
