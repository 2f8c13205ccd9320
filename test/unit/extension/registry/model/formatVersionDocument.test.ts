import { describe, expect, test } from "vitest";
import type { OperationOutput } from "../../../../../src/contract/operations.ts";
import { formatVersionDocument } from "../../../../../src/extension/registry/commands/openArtifact.ts";

const version = {
  version: "1.2.0",
  digest: `sha256:${"ab".repeat(32)}`,
  size: 1234,
  publishedAt: "2026-01-01T10:00:00.000Z",
  publishedBy: "Ada | <b>",
  notes: "| [x](command:evil) |",
  deprecated: true,
};
const file = (path: string, content: string | Buffer) => {
  const encoding = typeof content === "string" ? ("utf8" as const) : ("base64" as const);
  return { path, size: content.length, digest: "sha256:00112233", encoding, content: content.toString("base64") };
};
const content: OperationOutput<"registry.artifact"> = {
  ...{ id: "art_1", createdAt: version.publishedAt, updatedAt: version.publishedAt, etag: '"1"' },
  ...{ kind: "skill", name: "pets", title: "", description: "All <img src=x> pets", latestVersion: "1.3.0" },
  ...{ versionCount: 2, version, manifest: { name: "pets" } },
  files: [
    file("README.md", Buffer.from([0, 1])),
    file("SKILL.md", "# Pets\n````\n<script>\n````\n"),
    file("a|b.md", ""),
  ],
};
const text = formatVersionDocument(content, [version], Date.parse("2026-01-01T12:00:00Z"));

describe("an artifact's document", () => {
  test("shows the version, its author and its time", () => {
    expect(text.split("\n")[0]).toBe("# pets 1&#46;2&#46;0");
    expect(text).toContain("2 h ago by Ada");
    expect(text).toContain("| Deprecated | yes, use another one |");
    expect(text).toContain("1&#46;2 KB in 3 files");
  });

  test("shows instructions in a fence that their content cannot close", () => {
    expect(text).toContain("## SKILL.md\n\n`````markdown\n# Pets\n````\n<script>\n````\n`````\n");
  });

  test("omits a binary README", () => {
    expect(text).not.toContain("## README.md");
  });

  test("shows no text of the service as markup", () => {
    const outside = text.replace(/`{5}[\s\S]*`{5}/, "");
    expect(outside).not.toMatch(/<\w|\]\(/);
    for (const row of outside.split("\n").filter((line) => line.startsWith("| 1")))
      expect(row.split("|")).toHaveLength(8);
  });
});
