import { basename } from "node:path";
import { type PackedDocument, readPackedDocument } from "./packedDocument.ts";

/** Two releases of the same description. */
export interface ReleasePair {
  readonly name: string;
  readonly api: string;
  readonly older: string;
  readonly newer: string;
}

const release = (name: string, path: string, versions: readonly string[]): readonly PackedDocument[] =>
  versions.map((version) => ({ pack: `${name}@${version}`, path }));

const twilio = (document: string) =>
  release("@twilio/cli-core", `src/services/twilio-api/${document}.json`, ["5.33.0", "7.27.2", "9.0.0"]);

/** The releases of each description, oldest first. */
const histories: readonly { readonly api: string; readonly documents: readonly PackedDocument[] }[] = [
  {
    api: "GitHub",
    documents: release("@octokit/openapi", "generated/api.github.com.json", [
      "10.0.0",
      "14.0.0",
      "17.0.0",
      "20.0.0",
      "23.0.2",
    ]),
  },
  { api: "Directus", documents: release("@directus/specs", "dist/openapi.json", ["9.0.1", "10.0.0", "15.2.0"]) },
  {
    api: "Ideal Postcodes",
    documents: release("@ideal-postcodes/openapi", "dist/openapi.json", ["3.1.0", "4.10.1", "4.21.0"]),
  },
  { api: "Blockfrost", documents: release("@blockfrost/openapi", "openapi.yaml", ["0.1.54", "0.1.60", "0.1.93"]) },
  { api: "Figma", documents: release("@figma/rest-api-spec", "openapi/openapi.yaml", ["0.10.0", "0.27.0", "0.43.0"]) },
  {
    api: "Dialogporten",
    documents: release("@digdir/dialogporten-schema", "swagger.verified.json", ["1.18.0-162ce9a", "1.40.0", "1.118.6"]),
  },
  { api: "Rclone", documents: release("rclone-openapi", "openapi.json", ["1.74.1", "1.75.0"]) },
  { api: "Decentraland", documents: release("@dcl/catalyst-api-specs", "lib/api.yaml", ["3.1.10", "3.3.0", "3.8.0"]) },
  {
    api: "Kubernetes",
    documents: ["1.10", "1.13"].map((version) => ({
      pack: "kubernetes-client@9.0.0",
      path: `lib/specs/swagger-${version}.json.gz`,
    })),
  },
  { api: "Twilio", documents: twilio("twilio_api_v2010") },
  { api: "Twilio", documents: twilio("twilio_conversations_v1") },
  { api: "Twilio", documents: twilio("twilio_messaging_v1") },
  { api: "Twilio", documents: twilio("twilio_verify_v2") },
];

/** Each release beside the next one, and the oldest beside the newest, of the named APIs or of all. Needs the package registry. */
export function* listReleasePairs(apis: readonly string[]): Generator<ReleasePair> {
  for (const { api, documents } of histories.filter((one) => apis.length === 0 || apis.includes(one.api))) {
    const pairs = documents.slice(1).map((newer, index) => [documents[index], newer] as const);
    const ends = documents.length > 2 ? [[documents[0], documents.at(-1)] as const] : [];
    for (const [older, newer] of [...pairs, ...ends]) {
      if (!older || !newer) continue;
      const name = `${api}: ${formatDocument(older)} to ${formatDocument(newer)}`;
      yield { name, api, older: readPackedDocument(older), newer: readPackedDocument(newer) };
    }
  }
}

const formatDocument = ({ pack, path }: PackedDocument) =>
  `${basename(path)} of ${pack.slice(pack.lastIndexOf("@") + 1)}`;
