/** What is stored about an incident; times in ISO 8601. */
export type IncidentFacts = {
  number: number
  title: string
  severity: string
  monitors: readonly string[]
  startedAt: string
  createdAt: string
  acknowledgedAt: string | null
  acknowledgedBy: string | null
  resolvedAt: string | null
  /** Why it was declared, in a few sentences. */
  detection: string
  /** Oldest first. */
  pages: readonly { name: string | null; at: string }[]
  /** What the target's telemetry showed in a sentence, and where it is shown. */
  telemetry?: { summary: string; url: string } | null
  /** Newest first. */
  timeline: readonly {
    at: string
    kind: string
    actorName: string
    body: string
    flap: { outages: number; until: string } | null
  }[]
}

type Writing = {
  /** Marks or cleans text that people wrote; a longer one may be cut. */
  quote(text: string, max: number): string
  time(at: string): string
}

const plainly: Writing = {
  quote: (text) => text.replaceAll(/\s+/g, " ").trim(),
  time: (at) => `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`,
}

const mostPages = 10
const mostEntries = 50

/** A post-mortem in Markdown from stored facts alone; causes and actions are left as questions. */
export function draftPostmortem(facts: IncidentFacts, writing: Writing = plainly): string {
  const { quote } = writing
  return [
    `# Incident ${facts.number}: ${quote(facts.title, 200)}`,
    ["## Facts", ...factLines(facts, writing)],
    ["## How it was detected", quote(facts.detection, 1000)],
    ...targetLines(facts, writing),
    ["## Who was paged", ...pageLines(facts, writing)],
    ["## Timeline", ...timelineLines(facts, writing)],
    ["## Root cause", "Not in the stored facts: what caused it?"],
    ["## What will prevent it", "Not in the stored facts: which actions, by whom, until when?"],
  ]
    .map((part) => [part].flat().join("\n"))
    .join("\n\n")
}

function factLines(facts: IncidentFacts, { quote, time }: Writing): string[] {
  const { startedAt, createdAt, acknowledgedAt, acknowledgedBy, resolvedAt, monitors } = facts
  const after = (at: string) => {
    const minutes = Math.round((Date.parse(at) - Date.parse(startedAt)) / 60_000)
    return `${time(at)} (${minutes} min after the start)`
  }
  return [
    `- Started: ${time(startedAt)}`,
    `- Declared: ${after(createdAt)}`,
    acknowledgedAt === null
      ? "- Acknowledged: never"
      : `- Acknowledged: ${after(acknowledgedAt)} by ${quote(acknowledgedBy ?? "", 60)}`,
    resolvedAt === null ? "- Resolved: not yet" : `- Resolved: ${after(resolvedAt)}`,
    `- Severity: ${quote(facts.severity, 60)}`,
    `- Monitors: ${monitors.length === 0 ? "none" : monitors.map((one) => quote(one, 200)).join(", ")}`,
  ]
}

const targetLines = ({ telemetry }: IncidentFacts, { quote }: Writing): string[][] =>
  telemetry
    ? [
        [
          "## What the target saw",
          `${quote(telemetry.summary, 500)} [Traces, logs and changes](${telemetry.url})`,
        ],
      ]
    : []

const pageLines = ({ pages }: IncidentFacts, { quote, time }: Writing): string[] =>
  pages.length === 0
    ? ["- Nobody"]
    : pages
        .slice(0, mostPages)
        .map(({ name, at }) => `- ${time(at)}: ${quote(name ?? "deleted", 60)}`)

const timelineLines = ({ timeline }: IncidentFacts, { quote, time }: Writing): string[] =>
  timeline
    .slice(0, mostEntries)
    .toReversed()
    .map(({ at, kind, actorName, body, flap }) => {
      const done =
        flap === null
          ? kind.replaceAll("_", " ")
          : `flapped ${flap.outages} times until ${time(flap.until)}`
      const said = body === "" ? "" : `: ${quote(body, 200)}`
      return `- ${time(at)}: ${done} by ${quote(actorName, 60)}${said}`
    })
