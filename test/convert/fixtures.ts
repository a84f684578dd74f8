import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Conversion, ProviderName } from "../../src/convert/conversion.ts"
import { convert } from "../../src/convert/convert.ts"

/** Exports written from the formats' documentation. Every secret in them contains `S3CR3T`. */
export const fixtures: Record<string, ProviderName> = {
  "uptime-kuma-1.json": "uptime-kuma",
  "uptime-kuma-2.json": "uptime-kuma",
  "uptimerobot-v2.json": "uptimerobot",
  "uptimerobot-v3.json": "uptimerobot",
  "uptimerobot.csv": "uptimerobot",
  "better-stack.txt": "better-stack",
  "pingdom.json": "pingdom",
  "pingdom-details.json": "pingdom",
  "statuscake.txt": "statuscake",
  "healthchecks.json": "healthchecks",
  "gatus.yaml": "gatus",
  "checkly.json": "checkly",
  "freshping.json": "freshping",
  "hetrixtools-v1.json": "hetrixtools",
  "hetrixtools-v3.json": "hetrixtools",
  "blackbox.yaml": "blackbox",
  "blackbox-targets.json": "blackbox",
  "prometheus-operator.yaml": "prometheus-operator",
  "upptime.yaml": "upptime",
  "openstatus.yaml": "openstatus",
  "kener.yaml": "kener",
  "kener.json": "kener",
  "cachet.json": "cachet",
  "cachet-3.json": "cachet",
}

export const readFixture = (name: string): string =>
  readFileSync(join(import.meta.dirname, "fixtures", name), "utf8")

/** A conversion as readable text: one line per entry, then one per note. */
export function describeResult({
  document,
  notes,
}: Pick<Conversion, "document" | "notes">): string {
  return [
    ...document.monitors.map((entry) => JSON.stringify(entry)),
    ...notes.map(({ kind, name, source_type: type, detail, pointer = "" }) =>
      kind === "general"
        ? `general: ${detail}`
        : `${kind} ${name} [${type}] ${pointer}: ${detail}`.replace(" :", ":"),
    ),
  ].join("\n")
}

export const toldOf = (fixture: string): string =>
  describeResult(convert(readFixture(fixture), "auto"))

/** The result for one monitor alone. */
export const describeFrom = (provider: ProviderName, value: unknown): string =>
  describeResult(convert(JSON.stringify(value), provider))
