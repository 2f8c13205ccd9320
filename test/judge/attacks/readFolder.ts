import { type Dirent, readdirSync } from "node:fs";

/** The entries of a folder, none if the service has removed it. */
export function readFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
