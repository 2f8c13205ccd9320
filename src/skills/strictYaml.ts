import { type Document, isAlias, isCollection, isMap, isNode, isScalar, type Node, visit, type YAMLMap } from "yaml";
import type { YamlFinding } from "./yamlFields.ts";

const refused = "the reference validator refuses them";

/** What YAML allows and the reference validator's reader (StrictYAML) refuses; clients read most of it. */
export function findStrictYaml(document: Document.Parsed, source: string): YamlFinding[] {
  const findings: YamlFinding[] = [];
  visit(document, {
    Node: (_, node) => void findings.push(...nodeFindings(node)),
    Map: (_, map) => void findings.push(...nodeFindings(map), ...duplicates(map), ...indentations(map, source)),
    Seq: (_, seq) => void findings.push(...nodeFindings(seq)),
  });
  return [...findings, ...tabs(document, source)];
}

/** Tabs may stand in quotes, blocks and comments only. */
function tabs(document: Document.Parsed, source: string): YamlFinding[] {
  if (!source.includes("\t")) return [];
  let rest = source;
  visit(document, {
    Scalar: (_, { type, range }) => {
      if (type === "PLAIN" || !range) return;
      const [start, end] = range;
      rest = rest.slice(0, start) + source.slice(start, end).replaceAll(/[^\n]/g, "x") + rest.slice(end);
    },
  });
  const at = rest.replaceAll(/(?<=^|[ \n])#.*/g, (comment) => "x".repeat(comment.length)).indexOf("\t");
  if (at === -1) return [];
  return [
    {
      span: [at, at + 1],
      code: "tab",
      message: "A tab outside of quotes: the reference validator refuses it. Write spaces.",
    },
  ];
}

function nodeFindings(node: Node): YamlFinding[] {
  const findings: YamlFinding[] = [];
  if (isCollection(node) && node.flow === true) {
    const message = `Lists and maps in brackets: ${refused}. Write one entry a line, or put the text in quotes.`;
    findings.push(finding(node, "flow-style", message));
  }
  if (isAlias(node) || ("anchor" in node && node.anchor !== undefined)) {
    const message = `Anchors (&) and aliases (*): ${refused}. Repeat the value, or put the text in quotes.`;
    findings.push(finding(node, "anchor", message));
  }
  if (node.tag !== undefined) {
    findings.push(finding(node, "tag", `Tags (!): ${refused}. Leave the tag out, or put the text in quotes.`));
  }
  return findings;
}

function duplicates({ items }: YAMLMap): YamlFinding[] {
  const seen = new Set<string>();
  return items.flatMap(({ key }) => {
    const name = isScalar(key) ? String(key.value ?? "") : String(key);
    if (seen.has(name) && isNode(key)) return [finding(key, "duplicate-field", `"${name}" is there twice.`)];
    seen.add(name);
    return [];
  });
}

/** Maps beside each other must begin in the same column. */
function indentations({ items }: YAMLMap, source: string): YamlFinding[] {
  const maps = items.map(({ value }) => value).filter((value) => isMap(value));
  const columns = maps.map((map) => columnOf(map, source));
  const message = "It is indented otherwise than the map before it: the reference validator refuses that.";
  return maps.filter((_, at) => columns[at] !== columns[0]).map((map) => finding(map, "indentation", message));
}

function columnOf({ range }: Node, source: string): number {
  const start = range?.[0] ?? 0;
  return start - (source.lastIndexOf("\n", start - 1) + 1);
}

function finding({ range }: Node, code: YamlFinding["code"], message: string): YamlFinding {
  return { span: [range?.[0] ?? 0, range?.[1] ?? 0], code, message };
}
