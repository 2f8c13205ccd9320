import { commands, Uri } from "vscode";
import type { Documents } from "../core/ports.ts";

/** One file in the diff editor, several in the one for many files. */
export const compareFiles: Documents["compare"] = async (title, pairs) => {
  const sides = pairs.map(({ label, left, right }) => ({ label, left: parse(left), right: parse(right) }));
  const [only] = sides;
  if (sides.length === 1 && only?.left && only.right) {
    await commands.executeCommand("vscode.diff", only.left, only.right, `${only.label}: ${title}`);
    return;
  }
  const list = sides.flatMap(({ left, right }) => {
    const name = right ?? left;
    return name ? [[name, left, right]] : [];
  });
  if (list.length > 0) await commands.executeCommand("vscode.changes", title, list);
};

const parse = (uri: string | undefined) => (uri === undefined ? undefined : Uri.parse(uri, true));
