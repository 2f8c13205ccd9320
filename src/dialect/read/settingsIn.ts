import type { UnknownRecord } from "../../text/record.ts";
import { isRecord } from "../../text/record.ts";
import { findOperationFacts } from "../vocabulary/operationFacts.ts";
import { plainName } from "../vocabulary/plainNames.ts";

const wrappers = ["result", "data", "settings", "items", "results", "value"];

/** An answer with settings; a list of names and values is taken as an object of them. */
export function settingsIn(json: unknown): unknown {
  const lists = [json, ...(isRecord(json) ? wrappers.map((name) => json[name]) : [])];
  const pairs = lists.find((list) => Array.isArray(list) && list.length > 0 && list.every(isSetting));
  return Array.isArray(pairs) ? Object.fromEntries(pairs.map((one) => [nameOf(one), one.value])) : withoutRecord(json);
}

/** `{ id, createdTime, fields }` and `{ count, value }`: beside the settings there is only what a record has. */
function withoutRecord(json: unknown): unknown {
  if (!isRecord(json)) return json;
  const rest = Object.entries(json).filter(([name]) => !ofRecord.test(plainName(name)));
  const [[, only] = []] = rest;
  const held = Object.entries(json).find(([name, value]) => holders.test(plainName(name)) && isRecord(value))?.[1];
  return isRecord(held) ? held : rest.length === 1 && isRecord(only) ? only : json;
}

const holders = /^(?:settings|preferences|items|values|fields|options)$/;
const ofRecord =
  /^(?:id|uuid|type|kind|object|count|url|href|self|links?|etag|ok|success|(?:created|updated|modified)\w*)$/;

const nameOf = ({ name, key, id }: UnknownRecord) => String(name ?? key ?? id);

function isSetting(value: unknown): value is UnknownRecord {
  return isRecord(value) && "value" in value && ["name", "key", "id"].some((name) => typeof value[name] === "string");
}

/** Whose settings they are, where they are and how the request went. */
const noSetting =
  /^(?:(?:user|account|organi[sz]ation|owner|tenant|workspace|member)?(?:id|sid|uuid|guid)|ur[il]|href|self|links?|object|success|errors|messages|ok|resultinfo|meta)$/;

/** The settings without what is none. */
export function withoutOtherFacts(settings: UnknownRecord): UnknownRecord {
  const { fields } = findOperationFacts("userSettings.get");
  const isSetting = (name: string) => Object.hasOwn(fields, name) || !noSetting.test(plainName(name));
  return Object.fromEntries(Object.entries(settings).filter(([name]) => isSetting(name)));
}
