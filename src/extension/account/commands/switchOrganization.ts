import * as l10n from "@vscode/l10n";
import type { Organization } from "../../../contract/organizations.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import type { CommandHandler } from "../../base/editorServices.ts";
import type { PromptChoice } from "../../base/ports.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import type { ConnectionSession } from "../../connection/model/connectionSession.ts";

type Connected = Extract<ConnectionSession, { kind: "connected" }>;

/** Activates another of the user's organizations for this workspace. */
export const switchOrganization: CommandHandler<ConnectedServices> = async (app) => {
  if (!(await app.client())) return;
  const session = app.connections.session();
  if (session.kind !== "connected") return;
  const organizations = await listOrganizations(session);
  const [only] = organizations;
  if (organizations.length === 1 && only && only.id === session.me.organizationId) {
    await app.connections.useOrganization(only);
    showMessage(
      app,
      "info",
      l10n.t`You are a member of ${only.name} only, so there is no other organization to switch to.`,
    );
    return;
  }
  const chosen = await pickOrganization(app, session, organizations);
  if (!chosen) return;
  const next = await app.connections.useOrganization(chosen);
  if (next.kind === "failed") throw next.error;
};

async function listOrganizations({ client, me }: Connected): Promise<readonly Organization[]> {
  const organizations: Organization[] = [];
  // Read without the active organization, which may no longer accept the user.
  const { organizationId } = me;
  const asOwn = organizationId === undefined ? {} : { organizationId };
  for await (const organization of client.list("organizations.list", { limit: 200 }, asOwn))
    organizations.push(organization);
  return organizations;
}

async function pickOrganization(
  app: ConnectedServices,
  { me, connection }: Connected,
  organizations: readonly Organization[],
): Promise<Organization | undefined> {
  const used = app.connections.organization()?.id ?? me.organizationId;
  return app.prompts.pick<Organization>({
    title: l10n.t("Switch Organization"),
    placeholder: l10n.t`Which organization at ${connection.name} does this workspace use?`,
    choices: organizations.map((organization): PromptChoice<Organization> => {
      const { id, name, role, plan } = organization;
      return {
        label: name,
        description: joinTextParts(id === used ? l10n.t("in use") : undefined, role, plan && l10n.t`plan ${plan}`),
        icon: "organization",
        value: organization,
      };
    }),
    active: ({ id }) => id === used,
  });
}
