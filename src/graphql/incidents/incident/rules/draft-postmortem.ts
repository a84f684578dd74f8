import type { UpdateKind } from "../../../../../prisma/generated/enums.ts"
import { asWritten, type Finding } from "../../../../findings/finding.ts"
import { say, type FindingLanguage } from "../../../../findings/say.ts"

/** What is stored about an incident. */
export type IncidentFacts = {
  number: number
  title: Finding
  severity: Finding
  monitors: readonly string[]
  startedAt: Date
  createdAt: Date
  acknowledgedAt: Date | null
  acknowledgedBy: string | null
  resolvedAt: Date | null
  /** Why it was declared. */
  detection: readonly Finding[]
  /** Oldest first. */
  pages: readonly { name: string | null; at: Date }[]
  /** Where what the target's telemetry showed is; its values are left out, because post-mortems are published. */
  telemetryUrl: string | null
  /** Newest first. */
  timeline: readonly {
    at: Date
    kind: UpdateKind
    actorName: string
    text: string
    findings: readonly Finding[]
    flap: { outages: number; until: Date } | null
  }[]
}

type Writing = {
  language: FindingLanguage
  /** As JSON; texts and the timeline are shortened to fit. Null without a limit. */
  maxCharacters: number | null
}

const mostMonitors = 10
const mostPages = 10
const mostEntries = 50
const longestText = 200

const section = (name: "facts" | "detection" | "target" | "pages" | "timeline"): Finding[] => [
  { code: "draft_section", parameters: { section: name } },
]

const openQuestions = (["cause", "prevention"] as const).map((about): Finding[][] => [
  [{ code: "draft_section", parameters: { section: about } }],
  [{ code: "draft_question", parameters: { about } }],
])

/** A post-mortem in Markdown from stored facts alone; causes and actions are left as questions. */
export function draftPostmortem(facts: IncidentFacts, writing: Writing): string {
  const { language, maxCharacters } = writing
  const written = (lines: readonly (readonly Finding[])[]) =>
    lines.map((line) => say(line, language)).join("\n")
  const { number, title, detection, telemetryUrl: url, timeline } = facts
  const before = [
    [[{ code: "draft_title" as const, parameters: { number, title: [title] } }]],
    [section("facts"), ...factLines(facts).map((one) => [one])],
    [section("detection"), detection],
    ...(url === null
      ? []
      : [[section("target"), [{ code: "draft_telemetry" as const, parameters: { url } }]]]),
    [section("pages"), ...pageLines(facts).map((one) => [one])],
  ].map(written)
  const after = openQuestions.map(written)
  const entries = timeline.toReversed().map((entry) => entryLine(entry, maxCharacters !== null))
  const draftWith = (kept: number) => {
    const lines = withoutMiddle(entries, kept).map((one) => [one])
    return [...before, written([section("timeline"), ...lines]), ...after].join("\n\n")
  }
  let kept = Math.min(mostEntries, entries.length)
  let draft = draftWith(kept)
  while (maxCharacters !== null && kept > 0 && JSON.stringify(draft).length > maxCharacters) {
    kept -= 1
    draft = draftWith(kept)
  }
  return draft
}

type Moment = "started" | "declared" | "acknowledged" | "resolved"

const notYet = (moment: "acknowledged" | "resolved"): Finding => ({
  code: "draft_not_yet",
  parameters: { moment },
})

function factLines(facts: IncidentFacts): Finding[] {
  const { startedAt, acknowledgedAt, acknowledgedBy, resolvedAt, severity, monitors } = facts
  const happened = (moment: Moment, at: Date, by: string | null = null): Finding => {
    const passed = Math.round((at.getTime() - startedAt.getTime()) / 60_000)
    const minutes = moment === "started" ? null : passed
    return { code: "draft_moment", parameters: { moment, at: at.toISOString(), minutes, by } }
  }
  const named = monitors.slice(0, mostMonitors)
  return [
    happened("started", startedAt),
    happened("declared", facts.createdAt),
    acknowledgedAt === null
      ? notYet("acknowledged")
      : happened("acknowledged", acknowledgedAt, acknowledgedBy),
    resolvedAt === null ? notYet("resolved") : happened("resolved", resolvedAt),
    { code: "draft_severity", parameters: { severity: [severity] } },
    {
      code: "draft_monitors",
      parameters: { monitors: named, more: monitors.length - named.length },
    },
  ]
}

function pageLines({ pages }: IncidentFacts): Finding[] {
  if (pages.length === 0) return [{ code: "draft_nobody_paged", parameters: {} }]
  const left = pages.length - mostPages
  return [
    ...pages.slice(0, mostPages).map(({ name, at }): Finding => {
      return { code: "draft_page", parameters: { name, at: at.toISOString() } }
    }),
    ...(left > 0 ? [{ code: "draft_more_pages" as const, parameters: { count: left } }] : []),
  ]
}

/** The beginning and the end of a timeline say most. */
function withoutMiddle(lines: readonly Finding[], kept: number): Finding[] {
  const left = lines.length - kept
  if (left === 0) return [...lines]
  const first = Math.ceil(kept / 2)
  const gap: Finding = { code: "draft_entries_left_out", parameters: { count: left } }
  return [...lines.slice(0, first), gap, ...lines.slice(first + left)]
}

function entryLine(
  { at, kind, actorName: actor, text, findings, flap }: IncidentFacts["timeline"][number],
  isShort: boolean,
): Finding {
  const own = oneLine(text).slice(0, isShort ? longestText : undefined)
  const body = findings.length > 0 ? findings : own === "" ? [] : [asWritten(own.toWellFormed())]
  const flapped = flap && { outages: flap.outages, until: flap.until.toISOString() }
  return {
    code: "draft_entry",
    parameters: { at: at.toISOString(), kind, actor, body, flap: flapped },
  }
}

/** Line breaks would end a line of Markdown. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim()
