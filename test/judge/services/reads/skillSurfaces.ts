import { formatState } from "../../../../src/extension/base/serviceState.ts";
import { formatAgentName } from "../../../../src/extension/skill/model/installTargets.ts";
import { checkDescription, checkLabel, checkText, compareRows } from "../compareRows.ts";
import { type JudgedEditor, readShownList, selectRows } from "../editor.ts";
import { isOwnWord, quote } from "../shownStates.ts";
import { isNamed } from "../truth.ts";
import type { Surface } from "./surface.ts";

const readSkills = async (editor: JudgedEditor) =>
  selectRows(await readShownList(editor.trees["fairlead.skills"]), "skill");

const skills: Surface = {
  name: "skills",
  of: "skills",
  operation: "skills.list",
  read: async ({ editor, truth: { skills: expected = [] }, report }) =>
    compareRows(report, {
      shown: await readSkills(editor),
      truth: expected,
      what: "skills",
      nameOf: ({ name }) => name,
      isSame: ({ label }, item) => isNamed(item, label),
      compare: (row, item, subject) => {
        checkLabel(report, subject, row, item);
        const version = row.facts.get("Latest version");
        const isDraft = version?.startsWith("none yet") ?? false;
        checkText(report, subject, "latest version", isDraft ? undefined : version, item.latestVersion);
        checkDescription(report, subject, row.description, [item.latestVersion ?? "draft"]);
      },
    }),
};

/** The installed copies below each skill. */
const installations: Surface = {
  name: "installations",
  of: "skills",
  operation: "skill.installations",
  read: async ({ editor, truth: { skills: expected = [] }, report }) => {
    const rows = (await readSkills(editor)).rows;
    for (const skill of expected) {
      const subject = `installations of ${quote(skill.name)}`;
      const row = rows.find(({ id, label }) => id === skill.id || isNamed(skill, label));
      if (!row) {
        report.blank(subject, "cannot be opened, because the skill is not shown", "the skill exists");
        continue;
      }
      const below = await readShownList(editor.trees["fairlead.skills"], row.node);
      // The view lists what is installed, and leaves out what failed or is under way.
      const installed = (skill.installations ?? []).filter(({ outcome }) => outcome === "success");
      compareRows(report, {
        shown: selectRows(below, "installation"),
        truth: installed,
        what: subject,
        nameOf: ({ agent, version }) => `${agent ?? ""} ${version ?? ""}`,
        compare: (shown, item, of) => {
          if (shown.label === "Installation") report.blank(of, "shows no agent", `it is ${quote(item.agent)}`);
          else if (shown.label !== item.agent && shown.label !== formatAgentName(item.agent ?? ""))
            report.wrong(of, `shows the agent ${quote(shown.label)}`, `it is ${quote(item.agent)}`);
          checkText(report, of, "version", shown.facts.get("Version"), item.version);
          checkText(report, of, "folder", shown.facts.get("Folder"), item.path);
          const machine = shown.facts.get("Machine");
          const state = formatState(shown.node.installation?.status);
          const own = state !== undefined && isOwnWord(state, item) ? state : undefined;
          checkDescription(report, of, shown.description, [item.version, machine && `on ${machine}`, own]);
        },
      });
    }
  },
};

export const skillSurfaces = [skills, installations] as const;
