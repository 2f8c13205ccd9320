import type { AgentsServices } from "../agents/agentsServices.ts";
import type { SkillFolders } from "../base/skillFolders.ts";
import type { ConnectedServices } from "../connection/connectionServices.ts";
import type { RegistryServices } from "../registry/registryServices.ts";
import type { ToolsServices } from "../tools/toolsServices.ts";
import type { LocalSkills } from "./model/localSkills.ts";
import type { FetchSourceBytes } from "./model/source/fetchSourceBytes.ts";
import type { OpenGitRepository } from "./model/source/openGitSource.ts";

/** What commands use of skills. */
export interface SkillServices {
  /** Downloads the bytes of a skill's source. */
  readonly fetchSourceBytes: FetchSourceBytes;
  /** The user's Git in a repository of its own. */
  readonly openGitRepository: OpenGitRepository;
  /** The folders of installed skills on this machine. */
  readonly folders: SkillFolders;
  readonly localSkills: LocalSkills;
}

/** What commands about skills use. */
export type SkillContext = ConnectedServices &
  RegistryServices &
  SkillServices &
  AgentsServices &
  Pick<ToolsServices, "mcp">;
