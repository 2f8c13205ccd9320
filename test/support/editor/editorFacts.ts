import type { EditorFacts } from "../../../src/core/compatibility/supportBundle.ts";

/** An editor and a machine that never change. */
export const editorFacts: EditorFacts = {
  versions: { vscode: "1.139.0", fairlead: "0.1.0", node: "v24.21.0", os: "linux x64" },
  settings: { maxTools: 80, refreshSeconds: 5, network: {}, isTrusted: true },
  localService: { answers: false },
  log: [],
  failures: [],
  home: "/home/ada",
};
