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
  /** Where what the target's telemetry showed is; its values are left out, because post-mortems are published. */
  telemetry?: { url: string } | null
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
  /** Whether the whole is short enough; entries of the timeline are left out until it is. */
  fits(draft: string): boolean
}

const plainly: Writing = {
  quote: (text) => text.replaceAll(/\s+/g, " ").trim(),
  time: (at) => `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`,
  fits: () => true,
}

const mostMonitors = 10
const mostPages = 10
const mostEntries = 50

/** A post-mortem in Markdown from stored facts alone; causes and actions are left as questions. */
export function draftPostmortem(facts: IncidentFacts, writing: Writing = plainly): string {
  const { quote, fits } = writing
  const before = [
    [`# Incident ${facts.number}: ${quote(facts.title, 200)}`],
    ["## Facts", ...factLines(facts, writing)],
    ["## How it was detected", quote(facts.detection, 1000)],
    ...targetLines(facts),
    ["## Who was paged", ...pageLines(facts, writing)],
  ]
  const after = [
    ["## Root cause", "Not in the stored facts: what caused it?"],
    ["## What will prevent it", "Not in the stored facts: which actions, by whom, until when?"],
  ]
  const entries = facts.timeline.toReversed().map((entry) => timelineLine(entry, writing))
  const draftWith = (kept: number) =>
    [...before, ["## Timeline", ...withoutMiddle(entries, kept)], ...after]
      .map((lines) => lines.join("\n"))
      .join("\n\n")
  let kept = Math.min(mostEntries, entries.length)
  let draft = draftWith(kept)
  while (kept > 0 && !fits(draft)) {
    kept -= 1
    draft = draftWith(kept)
  }
  return draft
}

function factLines(facts: IncidentFacts, { quote, time }: Writing): string[] {
  const { startedAt, createdAt, acknowledgedAt, acknowledgedBy, resolvedAt, monitors } = facts
  const after = (at: string) => {
    const minutes = Math.round((Date.parse(at) - Date.parse(startedAt)) / 60_000)
    return `${time(at)} (${minutes} min after the start)`
  }
  const names = monitors.slice(0, mostMonitors).map((one) => quote(one, 200))
  const more = monitors.length > mostMonitors ? ` and ${monitors.length - mostMonitors} more` : ""
  return [
    `- Started: ${time(startedAt)}`,
    `- Declared: ${after(createdAt)}`,
    acknowledgedAt === null
      ? "- Acknowledged: never"
      : `- Acknowledged: ${after(acknowledgedAt)} by ${quote(acknowledgedBy ?? "", 60)}`,
    resolvedAt === null ? "- Resolved: not yet" : `- Resolved: ${after(resolvedAt)}`,
    `- Severity: ${quote(facts.severity, 60)}`,
    `- Monitors: ${monitors.length === 0 ? "none" : names.join(", ")}${more}`,
  ]
}

const targetLines = ({ telemetry }: IncidentFacts): string[][] =>
  telemetry ? [["## What the target saw", `[Traces, logs and changes](${telemetry.url})`]] : []

function pageLines({ pages }: IncidentFacts, { quote, time }: Writing): string[] {
  if (pages.length === 0) return ["- Nobody"]
  const left = pages.length - mostPages
  return [
    ...pages
      .slice(0, mostPages)
      .map(({ name, at }) => `- ${time(at)}: ${quote(name ?? "deleted", 60)}`),
    ...(left > 0 ? [`- ${left} more pages`] : []),
  ]
}

/** The beginning and the end of a timeline say most. */
function withoutMiddle(lines: readonly string[], kept: number): string[] {
  const left = lines.length - kept
  if (left === 0) return [...lines]
  const first = Math.ceil(kept / 2)
  return [...lines.slice(0, first), `- (${left} entries left out)`, ...lines.slice(first + left)]
}

function timelineLine(
  { at, kind, actorName, body, flap }: IncidentFacts["timeline"][number],
  { quote, time }: Writing,
): string {
  const done =
    flap === null
      ? kind.replaceAll("_", " ")
      : `flapped ${flap.outages} times until ${time(flap.until)}`
  const said = body === "" ? "" : `: ${quote(body, 200)}`
  return `- ${time(at)}: ${done} by ${quote(actorName, 60)}${said}`
}
