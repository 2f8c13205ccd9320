import { rm } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import * as z from "zod";
import { versionFileUri } from "../../../../src/extension/base/uris/virtualUris.ts";
import { fillFolder } from "../../../../src/extension/vscode/storage/containedChange.ts";
import { createInstallFolders } from "../../../../src/extension/vscode/storage/createInstallFolders.ts";
import { writeSkillFolder } from "../../../../src/service/testing/skill/scriptRunner.ts";
import { findPathProblems } from "../../../../src/text/filePaths.ts";
import type { createInMemoryService } from "../../../support/service/inMemoryService.ts";
import type { TestFolder } from "./testFolder.ts";

interface Content {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** A way in which a list of files from another source is written to disk. Throws when it rejects the list. */
export interface FileWriter {
  /** Receives only every n-th list, because it is slow. */
  readonly every: number;
  /** Returns the folder below the root that contains the files; undefined if nothing was written. */
  enter(ground: TestFolder, files: readonly Content[]): Promise<string | undefined>;
}

export type InMemoryService = ReturnType<typeof createInMemoryService>;

/** The names of rejection errors. */
export const refusalErrors = ["FolderError", "UnwritableSkillError", "RefusedError"];

class RefusedError extends Error {
  override readonly name = "RefusedError";
}

export function listFileWriters(service: InMemoryService): Readonly<Record<string, FileWriter>> {
  return {
    "save code to a folder": {
      every: 1,
      enter: async ({ root }, files) => {
        await fillFolder(root, { write: files, remove: [] });
        return "";
      },
    },
    "install a skill": {
      every: 1,
      enter: async ({ root }, files) => {
        await installInto(root).change({ root: pathToFileURL(root).href, path: ".claude/skills/it" }, { write: files });
        return ".claude/skills/it";
      },
    },
    "install a skill that is called so": {
      every: 16,
      enter: async ({ root }, files) => {
        const path = `adir/${files[0]?.path}`;
        const file = { path: "SKILL.md", bytes: Buffer.from("x") };
        await installInto(root).change({ root: pathToFileURL(root).href, path }, { write: [file] });
        return undefined;
      },
    },
    "uninstall files of this name": {
      every: 16,
      enter: async ({ root }, files) => {
        await installInto(root).change(
          { root: pathToFileURL(root).href, path: "" },
          { remove: files.map(({ path }) => path) },
        );
        return undefined;
      },
    },
    "lay out a skill to be tested": {
      every: 1,
      enter: async ({ root }, files) => {
        const folder = await writeSkillFolder(root, files);
        const isBelow = folder.startsWith(`${root}/`);
        if (!isBelow) await rm(folder, { recursive: true });
        return folder.slice(root.length + 1);
      },
    },
    "publish a skill": {
      every: 32,
      enter: (_ground, files) => send(service, "skills", { files: toSkillFiles(files) }),
    },
    "make a server of files": {
      every: 32,
      enter: (_ground, files) =>
        send(service, "servers", {
          name: "it",
          source: { kind: "files", entry: files[0]?.path, files: toSkillFiles(files) },
        }),
    },
    "open and compare files of a version": {
      every: 1,
      enter: async (_ground, files) => {
        for (const { path } of files) {
          const uri = versionFileUri({ name: path, artifactId: path, version: path, path });
          if (!uri.startsWith("fairlead:/version/")) throw new Error(`${uri} is no document of a version.`);
        }
        return undefined;
      },
    },
  };
}

const installInto = (root: string) =>
  createInstallFolders("here", () => [{ scope: "workspace", uri: pathToFileURL(root).href, name: "root" }]);

const skill = { path: "SKILL.md", encoding: "utf8", content: "---\nname: it\ndescription: Says it.\n---\n" };

const toSkillFiles = (files: readonly Content[]) => [
  skill,
  ...files.map(({ path, bytes }) => ({ path, encoding: "base64", content: Buffer.from(bytes).toString("base64") })),
];

/** A rejected list changes nothing. An accepted list has paths that pass all other writers. */
async function send(service: InMemoryService, what: "skills" | "servers", body: object): Promise<undefined> {
  const { db } = service.context;
  const count = () => db.get(z.object({ count: z.number() }), `SELECT count(*) AS count FROM ${what}`)?.count;
  const before = count();
  const [project] = (await service.request("GET", "/api/v1/projects")).body.items;
  const request = { body: { projectId: project.id, ...body } };
  const { status, body: answer } = await service.request("POST", `/api/v1/${what}`, request);
  if (status === 201) {
    const paths: readonly string[] = (answer.files ?? []).map(({ path }: { path: string }) => path);
    if (findPathProblems(paths).length > 0) throw new Error(`It keeps ${paths.join(", ")}.`);
    return undefined;
  }
  if (![400, 409, 413, 422].includes(status)) throw new Error(`It answered ${status}.`);
  if (count() !== before) throw new Error("What was refused was kept.");
  throw new RefusedError(`${status}`);
}
