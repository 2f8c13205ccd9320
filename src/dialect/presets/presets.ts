import anthropic from "./anthropic.json" with { type: "json" };
import azure from "./azure.json" with { type: "json" };
import djangoRest from "./django-rest.json" with { type: "json" };
import fastapi from "./fastapi.json" with { type: "json" };
import general from "./general.json" with { type: "json" };
import github from "./github.json" with { type: "json" };
import gitlab from "./gitlab.json" with { type: "json" };
import googleAip from "./google-aip.json" with { type: "json" };
import hal from "./hal.json" with { type: "json" };
import jsonApi from "./json-api.json" with { type: "json" };
import kubernetes from "./kubernetes.json" with { type: "json" };
import laravel from "./laravel.json" with { type: "json" };
import mcpRegistry from "./mcp-registry.json" with { type: "json" };
import odata from "./odata.json" with { type: "json" };
import { type Preset, presetSchema } from "./preset.ts";
import relay from "./relay.json" with { type: "json" };
import springData from "./spring-data.json" with { type: "json" };
import stripe from "./stripe.json" with { type: "json" };

/** What all services share; every other preset adds to it. */
export const generalPreset: Preset = presetSchema.parse(general);

/** The conventions that a response can show, the most specific first. */
export const presets: readonly Preset[] = [
  jsonApi,
  mcpRegistry,
  kubernetes,
  azure,
  odata,
  relay,
  springData,
  djangoRest,
  hal,
  stripe,
  anthropic,
  googleAip,
  laravel,
  fastapi,
  github,
  gitlab,
].map((preset) => presetSchema.parse(preset));

export function findPreset(name: string | undefined): Preset {
  return presets.find((preset) => preset.name === name) ?? generalPreset;
}
