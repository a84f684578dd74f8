import { Option, type Command } from "commander"
import {
  providerNames,
  type Conversion,
  type Entry,
  type Note,
  type ProviderName,
} from "../convert/conversion.ts"
import { spoken } from "../convert/durations.ts"
import { convert } from "../convert/convert.ts"
import { providers } from "../convert/providers.ts"
import { hiding, plural, withoutSecrets } from "../convert/convert-messages.ts"
import { secretsIn } from "../convert/variables.ts"
import { addCommand } from "./command.ts"
import { paint, print, table } from "./output.ts"
import { readEnvFile, readExportFile } from "./read-export-file.ts"
import { commandName } from "../platform/command-name.ts"

type Options = { from: ProviderName | "auto"; env?: string; json: boolean }

export function registerConvert(group: Command): void {
  addCommand(group, "convert", "convert another product's export to a document for import")
    .argument("<file>", "export file, or - for standard input")
    .addOption(
      new Option("--from <product>", "product that made the export")
        .choices(["auto", ...providerNames])
        .default("auto"),
    )
    .option("--env <file>", "file of NAME=value lines that fill placeholders such as ${NAME}")
    .addHelpText(
      "after",
      "\nNothing is sent anywhere. Notes list what could not be converted. Secrets are left out." +
        "\nExit code: 0 if the export was read, 1 if it is not an export of that product.",
    )
    .action(async (file: string, { from, env, json }: Options) => {
      const variables = await readEnvFile(env)
      const conversion = convert(await readExportFile(file), from, variables)
      const { document, notes } = conversion
      print(json, { document, notes }, () =>
        hiding(secretsIn(variables), () => conversionWords(conversion, file)),
      )
    })
}

/** A summary, then notes about dropped and changed members, grouped by monitor. */
function conversionWords({ provider, document, notes, counts }: Conversion, file: string): string {
  const { monitors } = document
  const fates = [
    ...(monitors.length > 0 ? [`${monitors.length} to import`] : []),
    ...(counts.dropped > 0 ? [`${counts.dropped} dropped`] : []),
    ...(counts.extra > 0 ? [`${counts.extra} more because some were split`] : []),
  ]
  const title = paint("bold", providers[provider].title)
  return [
    `${title}: ${[`${plural(counts.source, "monitor")} in the export`, ...fates].join(", ")}.`,
    ...section("", monitors.length === 0 ? [] : [monitorTable(monitors)]),
    ...noteLines(notes),
    ...section("", monitors.length === 0 ? [] : [nextWords(provider, file)]),
  ].join("\n")
}

/** Notes of a conversion, by kind. */
export function noteLines(notes: Note[]): string[] {
  const further = notes.filter(({ kind }) => kind === "general").slice(1)
  return [
    ...section("Dropped", clustered(notes.filter(isOf("dropped")))),
    ...section("Differences", clustered(notes.filter(isOf("lossy")))),
    ...section(
      "Not monitors",
      further.map(({ detail }) => `  ${detail}`),
    ),
  ]
}

const section = (title: string, lines: string[]): string[] =>
  lines.length === 0 ? [] : ["", ...(title === "" ? [] : [paint("bold", title)]), ...lines]

const mostRows = 1000

function monitorTable(monitors: Entry[]): string {
  const rows = table(
    ["name", "type", "every", "target"],
    monitors
      .slice(0, mostRows)
      .map((entry) => [entry.name, entry.monitor_type, everyWords(entry), targetWords(entry)]),
  )
  const further = monitors.length - mostRows
  return further > 0 ? `${rows}\n… and ${further.toLocaleString("en")} more; --json has all` : rows
}

function nextWords(provider: ProviderName, file: string): string {
  const path = file === "-" ? "FILE" : shellWord(file)
  return `\`${commandName} monitor import ${path} --from ${provider} --dry-run\` shows what an import would do.`
}

const shellWord = (text: string): string =>
  /^[\w./~-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

const everyWords = (entry: Entry): string =>
  entry.paused === true
    ? "paused"
    : entry.heartbeat_interval_minutes === undefined
      ? (entry.monitoring_interval ?? "1m")
      : spoken(entry.heartbeat_interval_minutes * 60)

/** A URL may contain a secret, which must not be printed. */
function targetWords({ url, host, port, dns_record_type: record }: Entry): string {
  if (url !== undefined) return withoutSecrets(url)
  if (host === undefined) return paint("dim", "gets a new ping URL")
  const place = host.includes(":") && port !== undefined ? `[${host}]` : host
  return `${place}${port === undefined ? "" : `:${port}`}${record === undefined ? "" : ` ${record}`}`
}

type NamedNote = Exclude<Note, { kind: "general" }>

const isOf =
  (kind: NamedNote["kind"]) =>
  (note: Note): note is NamedNote =>
    note.kind === kind

/** Groups monitors by detail, so that shared details are printed once. */
function clustered(notes: NamedNote[]): string[] {
  const byDetail = Map.groupBy(notes, ({ detail }) => detail)
  const byNames = Map.groupBy(byDetail, ([, about]) => JSON.stringify(about.map(nameWords)))
  return [...byNames.values()].flatMap((details) => [
    `  ${clip(details[0]?.[1].map(nameWords) ?? [])}`,
    ...details.map(([detail]) => paint("dim", `    ${detail}`)),
  ])
}

const nameWords = ({ name, kind, source_type: type }: NamedNote): string =>
  kind === "dropped" && type !== "" ? `${name || "(no name)"} (${type})` : name

const mostNames = 8

const clip = (names: string[]): string =>
  names.length <= mostNames
    ? names.join(", ")
    : `${names.slice(0, mostNames).join(", ")} and ${names.length - mostNames} more`
