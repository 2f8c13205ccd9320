import * as z from "zod";
import { readUrlOrigin } from "../connection/connection.ts";
import type { Memory, Secrets } from "../foundation/ports.ts";

const modelSchema = z.object({ baseUrl: z.url(), name: z.string().min(1).max(200) });
/** A model behind an OpenAI-compatible endpoint: `POST <baseUrl>/chat/completions`. */
export type ConfiguredModel = Readonly<z.output<typeof modelSchema>>;

/** The user's model. The key is bound to the origin it was entered for and never used for another. */
export interface ModelSettings {
  read(): ConfiguredModel | undefined;
  keyFor(model: ConfiguredModel): Promise<string | undefined>;
  /** Without a key, the stored key of the same origin stays. */
  write(model: ConfiguredModel, key: string | undefined): Promise<void>;
  remove(): Promise<void>;
}

const memoryName = "model";
const secretName = "fairlead.model";
const keySchema = z.object({ version: z.literal(1), origin: z.string(), key: z.string().min(1) });

export function createModelSettings(memory: Memory, secrets: Secrets): ModelSettings {
  const keyFor = async ({ baseUrl }: ConfiguredModel) => {
    const entry = parseKey(await secrets.get(secretName));
    return entry && entry.origin === readUrlOrigin(baseUrl) ? entry.key : undefined;
  };
  return {
    read: () => modelSchema.safeParse(memory.read("user", memoryName)).data,
    keyFor,
    write: async (model, key) => {
      const origin = readUrlOrigin(model.baseUrl);
      if (key !== undefined) await secrets.set(secretName, JSON.stringify({ version: 1, origin, key }));
      else if ((await keyFor(model)) === undefined) await secrets.delete(secretName);
      await memory.write("user", memoryName, { baseUrl: model.baseUrl, name: model.name });
    },
    remove: async () => {
      await secrets.delete(secretName);
      await memory.write("user", memoryName, undefined);
    },
  };
}

function parseKey(text: string | undefined): z.output<typeof keySchema> | undefined {
  if (text === undefined) return undefined;
  try {
    return keySchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
