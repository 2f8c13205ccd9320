import { formatMetricName, formatUsage } from "../../../../src/extension/account/model/formatUsage.ts";
import { formatState } from "../../../../src/extension/base/serviceState.ts";
import { settingsAccess } from "../../../../src/extension/documents/model/settingsAccess.ts";
import type { TreeNode } from "../../../../src/extension/workbench/nodes.ts";
import { checkDescription, checkLabel, checkText, compareRows } from "../compareRows.ts";
import { type JudgedEditor, readShownList, type ShownList, selectRows } from "../editor.ts";
import { checkState, quote } from "../shownStates.ts";
import { isNamed } from "../truth.ts";
import type { Surface } from "./surface.ts";

const readAccount = (editor: JudgedEditor) => readShownList(editor.trees["fairlead.account"]);

/** Expands a section of the Account view. */
async function readSection(editor: JudgedEditor, kind: TreeNode["kind"]): Promise<ShownList> {
  const section = (await readAccount(editor)).rows.find(({ node }) => node.kind === kind);
  if (!section) throw new Error(`The Account view has no section ${kind}.`);
  return readShownList(editor.trees["fairlead.account"], section.node);
}

const me: Surface = {
  name: "me",
  of: "me",
  operation: "me.get",
  read: async ({ editor, truth, report }) => {
    const [row] = selectRows(await readAccount(editor), "identity").rows;
    const { name, email } = truth.me ?? {};
    if (!row || row.label === "Unknown user" || row.label === `id ${row.node.me.id}`)
      return report.blank("me", "shows an unknown user", `it is ${quote(name)}`);
    if (row.label !== name && row.label !== email)
      report.wrong("me", `is called ${quote(row.label)}`, `the name is ${quote(name)}`);
    checkText(report, "me", "e-mail address", row.facts.get("Email"), email);
  },
};

const organization: Surface = {
  name: "organization",
  of: "organization",
  operation: "organization.get",
  read: async ({ editor, truth, report }) => {
    const list = await readAccount(editor);
    const [row] = selectRows(list, "organization").rows;
    if (!truth.organization) return;
    if (!row)
      return report.blank("organization", `shows ${list.notes.map(quote).join(", ")}`, quote(truth.organization.name));
    checkLabel(report, "organization", row, truth.organization);
    checkText(report, "organization", "plan", row.facts.get("Plan"), truth.organization.plan);
    const members = row.facts.get("Members");
    if (members !== undefined && truth.members) {
      checkText(report, "organization", "number of members", members, String(truth.members.length));
    }
  },
};

const organizations: Surface = {
  name: "organizations",
  of: "organizations",
  operation: "organizations.list",
  read: async ({ editor, truth: { organizations: expected = [] }, report }) => {
    const names: string[] = [];
    for await (const { name } of editor.client.list("organizations.list", { limit: 200 })) names.push(name);
    if (names.length === expected.length && names.every((name) => name.startsWith("id "))) {
      report.blank("organizations", "are offered by their ids", "they have names");
      return;
    }
    const missing = expected.filter((one) => !names.some((name) => isNamed(one, name)));
    const strange = names.filter((name) => !expected.some((one) => isNamed(one, name)));
    for (const { name } of missing)
      report.wrong("organizations", `offers ${names.map(quote).join(", ")}`, `one is ${quote(name)}`);
    for (const name of strange) report.wrong("organizations", `offers ${quote(name)}`, "there is no such organization");
    if (names.length > expected.length && strange.length === 0)
      report.wrong("organizations", `offers ${names.length}`, `the truth has ${expected.length}`);
  },
};

const members: Surface = {
  name: "members",
  of: "members",
  operation: "organization.members",
  read: async ({ editor, truth: { members: expected = [] }, report }) =>
    compareRows(report, {
      shown: selectRows(await readSection(editor, "members"), "member"),
      truth: expected,
      what: "members",
      nameOf: ({ name }) => name,
      isSame: ({ label }, item) => isNamed(item, label),
      compare: (row, item, subject) => {
        checkLabel(report, subject, row, item);
        checkText(report, subject, "e-mail address", row.facts.get("Email"), item.email);
        checkText(report, subject, "role", row.facts.get("Role"), item.role);
      },
    }),
};

const usage: Surface = {
  name: "usage",
  of: "usage",
  operation: "organization.usage",
  read: async ({ editor, truth: { usage: expected = [] }, report }) => {
    const items = expected.map(({ name, used, limit, unit }) => ({ name, used, limit, unit: unit ?? undefined }));
    compareRows(report, {
      shown: selectRows(await readSection(editor, "usage"), "metric"),
      truth: items.map((item) => ({ ...item, id: item.name })),
      what: "usage",
      nameOf: ({ name }) => name,
      isSame: ({ node }, { name }) => node.metric.name === name,
      compare: (row, item, subject) => {
        checkLabel(report, subject, row, { name: item.name, alsoNamed: [formatMetricName(item)] });
        checkText(report, subject, "amount", row.description || undefined, formatUsage(item));
      },
    });
  },
};

const apiKeys: Surface = {
  name: "API keys",
  of: "apiKeys",
  operation: "apiKeys.list",
  read: async ({ editor, truth: { apiKeys: expected = [] }, report }) =>
    compareRows(report, {
      shown: selectRows(await readSection(editor, "apiKeys"), "apiKey"),
      truth: expected,
      what: "API keys",
      nameOf: ({ name }) => name,
      isSame: ({ label }, item) => isNamed(item, label),
      compare: (row, item, subject) => {
        checkLabel(report, subject, row, item);
        checkText(report, subject, "prefix", row.facts.get("Begins with"), item.prefix);
      },
    }),
};

/** The provider's name as the truth writes it, if only the letter case differs: a service may say "Github" for "github". */
const readProvider = (shown: string | undefined, truth: string) =>
  shown?.toLowerCase() === truth.toLowerCase() ? truth : shown;

const oauthConnections: Surface = {
  name: "OAuth connections",
  of: "oauthConnections",
  operation: "oauthConnections.list",
  read: async ({ editor, truth: { oauthConnections: expected = [] }, report }) =>
    compareRows(report, {
      shown: selectRows(await readSection(editor, "oauthConnections"), "oauthConnection"),
      truth: expected,
      what: "OAuth connections",
      nameOf: ({ provider }) => provider,
      isSame: ({ label }, { account }) => account === label,
      compare: (row, item, subject) => {
        const { connection, usedBy } = row.node;
        checkText(report, subject, "account", connection.account, item.account);
        const provider = readProvider(connection.provider, item.provider);
        checkText(report, subject, "provider", provider, item.provider);
        const state = { text: formatState(connection.status), icon: row.icon };
        checkState(report, subject, state, item, "oauthConnection");
        const used = usedBy && (usedBy.join(", ") || "not used");
        const shown = row.facts.get("State");
        checkDescription(report, subject, row.description, [
          shown,
          provider === item.provider ? connection.provider : item.provider,
          used,
        ]);
      },
    }),
};

const oauthConnection: Surface = {
  name: "OAuth connection",
  of: "oauthConnections",
  operation: "oauthConnection.get",
  read: async ({ editor, truth: { oauthConnections: expected = [] }, report }) => {
    for (const item of expected.slice(0, 3)) {
      const subject = `OAuth connection ${quote(item.provider)}`;
      const found = await editor.client.call("oauthConnection.get", { id: item.id });
      checkText(report, subject, "account", found.account, item.account);
      checkText(report, subject, "provider", readProvider(found.provider, item.provider), item.provider);
    }
  },
};

/** A setting's name without its style: `test_timeout` and `testTimeout` are the same. */
const normalize = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

/** Whether a setting is shown under its name, or a longer one such as `defaultProjectId`; one that adds a unit is another value. */
function isSetting(shown: string, truth: string): boolean {
  const [name, wanted] = [normalize(shown), normalize(truth)];
  return name === wanted || (name.includes(wanted) && !/(?:ms|milliseconds|seconds)$/.test(name));
}

/** The document of the settings has the service's settings, and no other value. */
const userSettings: Surface = {
  name: "settings",
  of: "userSettings",
  operation: "userSettings.get",
  read: async ({ editor, truth: { userSettings: expected = {} }, report }) => {
    const shown = (await settingsAccess.user.read(editor.client, "", {}))?.fields ?? {};
    for (const [name, value] of Object.entries(shown)) {
      if (value === undefined || value === null) continue;
      const isTrue = Object.entries(expected).some(
        ([known, wanted]) => isSetting(name, known) && String(wanted) === String(value),
      );
      if (!isTrue)
        report.wrong("settings", `shows ${name}: ${JSON.stringify(value)}`, "there is no such setting or value");
    }
    const names = Object.entries(shown).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    for (const [name, value] of Object.entries(expected)) {
      if (!names.some((known) => isSetting(known, name)))
        report.blank("settings", `does not show ${name}`, `it is ${JSON.stringify(value)}`);
    }
  },
};

export const accountSurfaces = [
  ...[me, organization, organizations, members, usage, apiKeys],
  ...[oauthConnections, oauthConnection, userSettings],
] as const;
