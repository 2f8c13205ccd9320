import type { CodeFile } from "../../registry/model/versionFiles.ts";

/** A small skill that is valid and has a case to test. */
export function createSkillTemplate({ name, description }: { readonly name: string; readonly description: string }) {
  const evals = {
    skill_name: name,
    evals: [
      {
        id: "1",
        prompt: "A task that a user would give. Replace it.",
        expected_output: "What a good answer is like.",
        files: [],
        assertions: ["Something that is true of a good answer and can be checked"],
      },
    ],
  };
  const title = name.replaceAll("-", " ").replace(/^./u, (letter) => letter.toUpperCase());
  const text = `---
name: ${name}
description: ${JSON.stringify(description)}
---

# ${title}

Say here, step by step, what the agent is to do. Name files of this folder by their relative paths; they are read when
they are needed.

1. Look at what the user wants.
2. Do it.
3. Check the result.
`;
  return [file("SKILL.md", text), file("evals/evals.json", `${JSON.stringify(evals, null, 2)}\n`)];
}

const file = (path: string, text: string): CodeFile => ({ path, bytes: Buffer.from(text) });
