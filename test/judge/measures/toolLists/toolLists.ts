import { readFileSync } from "node:fs";
import { generateServerFiles } from "../../../../src/generator/generateServerFiles.ts";
import type { Measure } from "../../figure.ts";
import { compareToolLists, type ToolListComparison } from "./compareToolLists.ts";
import { readPeerTools } from "./peerTools.ts";
import { listPublicDescriptions } from "./publicDescriptions.ts";

/** Examples and summaries, which the peer omits, may make one list this much longer. */
const mostRatio = 1.25;

/** Compares what the tools of public descriptions cost a model with openapi-mcp-generator's. Needs the package registry once. */
export const toolLists: Measure = {
  id: "T2",
  goal: "Lists of public APIs cost at most the peer's tokens in sum, and lack nothing that it describes",
  needs: "node",
  measure: async () => {
    const rows: { readonly name: string; readonly comparison: ToolListComparison }[] = [];
    for (const [name, file] of listPublicDescriptions())
      rows.push({ name, comparison: await compareDescription(file) });
    const sum = (read: (comparison: ToolListComparison) => number) =>
      rows.reduce((total, { comparison }) => total + read(comparison), 0);
    const ratios = rows.map(({ comparison }) => getRatio(comparison)).sort((a, b) => a - b);
    const gaps = sum(({ longNames, emptyBodies }) => longNames + emptyBodies.length);
    const inputs = sum(({ credentialInputs }) => credentialInputs.length);
    const total = sum(({ tokens }) => tokens) / sum(({ peerTokens }) => peerTokens);
    const figure = `${rows.length} APIs, ${sum(({ tools }) => tools)} tools, median ratio ${ratios[Math.floor(ratios.length / 2)]?.toFixed(2)}, ${ratios.filter((ratio) => ratio > 1).length} above 1, most ${ratios.at(-1)?.toFixed(2)}; ${gaps} long names and empty bodies, ${inputs} credentials as inputs`;
    const isMet = total <= 1 && (ratios.at(-1) ?? 0) <= mostRatio && gaps === 0 && inputs === 0;
    return { figure, met: isMet, findings: rows.map(({ name, comparison }) => formatRow(name, comparison)) };
  },
};

async function compareDescription(file: string): Promise<ToolListComparison> {
  const source = { document: readFileSync(file, "utf8") };
  const generated = generateServerFiles({ source, name: "Judged", slug: "judged", version: "0.1.0", runtime: [] });
  if (!generated.ok) throw new Error(`${file}: ${generated.problems[0]?.message}`);
  return compareToolLists(generated.definition.tools, generated.variables, await readPeerTools(file));
}

const getRatio = ({ tokens, peerTokens }: ToolListComparison) => tokens / peerTokens;

function formatRow(name: string, comparison: ToolListComparison): string {
  const { tools, compared, tokens, peerTokens, longNames, peerLongNames, emptyBodies, credentialInputs } = comparison;
  return [
    `${name}: ${tools} tools, ${compared} compared, ${tokens} of ${peerTokens} tokens (${getRatio(comparison).toFixed(2)})`,
    `long names ${longNames} and ${peerLongNames}`,
    `empty bodies ${emptyBodies.length}${emptyBodies.length === 0 ? "" : ` (${emptyBodies.slice(0, 5).join(", ")})`}`,
    `credentials as inputs ${credentialInputs.length} and ${comparison.peerCredentialInputs}${credentialInputs.length === 0 ? "" : ` (${credentialInputs.slice(0, 5).join(", ")})`}`,
    `secrets ${comparison.credentials.join(" ") || "none"}`,
  ].join("; ");
}
