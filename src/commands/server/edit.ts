import type { Client } from "../../api/client.ts";
import type { InputOf } from "../../contract/operations.ts";
import type { Server } from "../../contract/servers.ts";
import type { App, Command } from "../../core/app.ts";
import { type Back, back } from "../../core/ports.ts";
import { readServer } from "../../core/readServer.ts";
import { say } from "../../core/say.ts";
import { nameProblem } from "./askNew.ts";
import { askVariable } from "./askVariables.ts";
import { findServer } from "./findServer.ts";

type Change = Omit<InputOf<"server.update">, "id">;
type Subject =
  | { readonly kind: "name" | "description" | "newVariable" }
  | { readonly kind: "variable"; readonly name: string };

/** Changes a server's name, description or environment; what somebody else changed meanwhile is not overwritten. */
export const editServer: Command = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  let server = await findServer(app, client, target, { title: "Edit a Server", none: "There is no server yet." });
  while (server) {
    const change = await askChange(app, server);
    if (!change) return;
    const saved = await save(app, client, server, change);
    if (saved === "saved") {
      app.refresh("fairlead.servers");
      const redeploy = change.environment ? " Deploy it again for the environment to take effect." : "";
      say(app, "info", `Changed ${change.name ?? server.name}.${redeploy}`);
      return;
    }
    server = saved;
  }
};

/** `saved`, or the server as somebody else left it, to edit that; undefined: given up. */
async function save(app: App, client: Client, server: Server, change: Change): Promise<"saved" | Server | undefined> {
  try {
    await client.call("server.update", { id: server.id, ...change }, { ifMatch: server.etag });
    return "saved";
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "StaleError") throw error;
    const reload = "Reload and Edit";
    const words = `${server.name} was changed by somebody else meanwhile; nothing was overwritten.`;
    return (await app.messages.warning(words, reload)) === reload ? readServer(client, server.id) : undefined;
  }
}

/** Asks what to change and how; Back leads to the first question again. */
async function askChange(app: App, server: Server): Promise<Change | undefined> {
  for (;;) {
    const subject = await askSubject(app, server);
    if (subject === undefined || subject === back) return undefined;
    const change = await askValue(app, server, subject);
    if (change !== back) return change;
  }
}

function askSubject(app: App, server: Server): Promise<Subject | Back | undefined> {
  const names = [...new Set([...server.variables.map(({ name }) => name), ...Object.keys(server.environment)])];
  return app.prompts.pick<Subject>({
    title: `Edit ${server.name}`,
    placeholder: "What to change?",
    choices: [
      { label: "Name", description: server.name, value: { kind: "name" } },
      { label: "Description", description: server.description || "none", value: { kind: "description" } },
      ...names.map((name) => ({
        label: name,
        description: valueWords(server, name),
        heading: "Environment",
        value: { kind: "variable", name } as const,
      })),
      { label: "Add a variable...", icon: "add", heading: "Environment", value: { kind: "newVariable" } },
    ],
  });
}

function valueWords({ environment, variables }: Server, name: string): string {
  if (name in environment) return environment[name] ?? "set, not shown";
  return variables.some((variable) => variable.name === name && variable.required) ? "not set, required" : "not set";
}

const step = { number: 2, total: 2 } as const;

async function askValue(app: App, server: Server, subject: Subject): Promise<Change | Back | undefined> {
  const title = `Edit ${server.name}`;
  switch (subject.kind) {
    case "name": {
      const value = server.name;
      const name = await app.prompts.input({ title, prompt: "Its name", value, validate: nameProblem, step });
      return name === undefined || name === back ? name : { name: name.trim() };
    }
    case "description": {
      const value = server.description;
      const text = await app.prompts.input({ title, prompt: "What it is for", value, step });
      return text === undefined || text === back ? text : { description: text.trim() };
    }
    case "variable":
      return askSetting(app, server, subject.name);
    case "newVariable": {
      const prompt = "The variable's name";
      const name = await app.prompts.input({ title, prompt, validate: variableProblem, step });
      return name === undefined || name === back ? name : askSetting(app, server, name.trim());
    }
  }
}

const variableProblem = (text: string) =>
  /^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(text.trim()) ? undefined : "Letters, digits and underscores only.";

/** An empty answer removes a variable that is set. */
async function askSetting(app: App, server: Server, name: string): Promise<Change | Back | undefined> {
  const isSet = name in server.environment;
  const known = server.variables.find((variable) => variable.name === name);
  const variable = known ?? { name, required: false, secret: true, description: "kept secret" };
  const hint = isSet ? `${variable.description} Leave it empty to remove it.`.trim() : variable.description;
  const value = await askVariable(
    app,
    { ...variable, description: hint },
    { title: `Edit ${server.name}`, value: server.environment[name] ?? undefined, step, mayBeEmpty: isSet },
  );
  return value === undefined || value === back ? value : { environment: { [name]: value === "" ? null : value } };
}
