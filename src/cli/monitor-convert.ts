import type { Command } from "commander"
import { Option } from "commander"
import type { Conversion, Entry, Note, ProviderName } from "../convert/conversion.ts"
import { providerNames } from "../convert/conversion.ts"
import { spoken } from "../convert/amounts.ts"
import { convert } from "../convert/convert.ts"
import { providers } from "../convert/providers.ts"
import { plural, withoutSecrets } from "../convert/words.ts"
import { addCommand } from "./command.ts"
import { paint, print, table } from "./output.ts"
import { readText } from "./read-text.ts"

export function registerConvert(group: Command): void {
  addCommand(group, "convert", "turn another product's export into a document that import reads")
    .argument("<file>", "the export, or - for standard input")
    .addOption(
      new Option("--from <product>", "whose export it is")
        .choices(["auto", ...providerNames])
        .default("auto"),
    )
    .addHelpText(
      "after",
      "\nNothing is sent anywhere. What a document cannot hold is told in a note; secrets are left out of both." +
        "\nExit code: 0 where the export was read, whatever its notes say, 1 where it is none of the product.",
    )
    .action(
      async (file: string, { from, json }: { from: ProviderName | "auto"; json: boolean }) => {
        const conversion = convert(await readText(file), from)
        const { document, notes } = conversion
        print(json, { document, notes }, () => conversionWords(conversion, file))
      },
    )
}

/** What becomes what; then what is left out and what changes, each monitor's under its name. */
function conversionWords({ provider, document, notes, counts }: Conversion, file: string): string {
  const { monitors } = document
  const fates = [
    ...(monitors.length > 0 ? [`${monitors.length} to import`] : []),
    ...(counts.dropped > 0 ? [`${counts.dropped} left out`] : []),
    ...(counts.extra > 0 ? [`${counts.extra} more because some became several`] : []),
  ]
  const title = paint("bold", providers[provider].title)
  return [
    `${title}: ${[`${plural(counts.source, "monitor")} in the export`, ...fates].join(", ")}.`,
    ...section("", monitors.length === 0 ? [] : [monitorTable(monitors)]),
    ...noteLines(notes),
    ...section("", monitors.length === 0 ? [] : [nextWords(provider, file)]),
  ].join("\n")
}

/** What a conversion could not take along, by kind. */
export function noteLines(notes: Note[]): string[] {
  const further = notes.filter(({ kind }) => kind === "general").slice(1)
  return [
    ...section("Left out", clustered(notes.filter(isOf("dropped")))),
    ...section("Not quite the same", clustered(notes.filter(isOf("lossy")))),
    ...section(
      "Beside the monitors",
      further.map(({ detail }) => `  ${detail}`),
    ),
  ]
}

const section = (title: string, lines: string[]): string[] =>
  lines.length === 0 ? [] : ["", ...(title === "" ? [] : [paint("bold", title)]), ...lines]

const monitorTable = (monitors: Entry[]): string =>
  table(
    ["name", "type", "every", "target"],
    monitors.map((entry) => [
      entry.name,
      entry.monitor_type,
      everyWords(entry),
      targetWords(entry),
    ]),
  )

function nextWords(provider: ProviderName, file: string): string {
  const path = file === "-" ? "FILE" : shellWord(file)
  return `\`watchkeeper monitor import ${path} --from ${provider} --dry-run\` shows what an import would do.`
}

const shellWord = (text: string): string =>
  /^[\w./~-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

const everyWords = (entry: Entry): string =>
  entry.monitor_type === "heartbeat"
    ? spoken((entry.heartbeat_interval_minutes ?? 1) * 60)
    : (entry.monitoring_interval ?? "1m")

/** An address may carry a secret, which belongs in the document and not on a screen. */
function targetWords({ url, host, port, dns_record_type: record }: Entry): string {
  if (url !== undefined) return withoutSecrets(url)
  if (host === undefined) return paint("dim", "gets a new address")
  const place = host.includes(":") && port !== undefined ? `[${host}]` : host
  return `${place}${port === undefined ? "" : `:${port}`}${record === undefined ? "" : ` ${record}`}`
}

type Told = Exclude<Note, { kind: "general" }>

const isOf =
  (kind: Told["kind"]) =>
  (note: Note): note is Told =>
    note.kind === kind

/** Details under the monitors that share them, so that what many have in common is told once. */
function clustered(notes: Told[]): string[] {
  const byDetail = Map.groupBy(notes, ({ detail }) => detail)
  const byNames = Map.groupBy(byDetail, ([, about]) => JSON.stringify(about.map(nameWords)))
  return [...byNames.values()].flatMap((details) => [
    `  ${clip(details[0]?.[1].map(nameWords) ?? [])}`,
    ...details.map(([detail]) => paint("dim", `    ${detail}`)),
  ])
}

const nameWords = ({ name, kind, source_type: type }: Told): string =>
  kind === "dropped" && type !== "" ? `${name || "(no name)"} (${type})` : name

const mostNames = 8

const clip = (names: string[]): string =>
  names.length <= mostNames
    ? names.join(", ")
    : `${names.slice(0, mostNames).join(", ")} and ${names.length - mostNames} more`
