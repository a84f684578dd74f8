import type { CountEvidence, LookEvidence, SilenceEvidence, VerdictStep } from "./steps.ts"

/** What an explanation is about, beside the steps of the verdict that opened it. */
export type Told = {
  /** "Incident #12" or "Alert #7". */
  title: string
  monitorName: string
  decidedAt: Date
  resolvedAt: Date | null
  steps: VerdictStep[]
}

/** Two or three sentences for a person woken at night: what was seen, how sure we are, what was done. */
export function summarize({ title, monitorName, decidedAt, resolvedAt, steps }: Told): string {
  const find = (name: string) => steps.find(({ step }) => step === name)
  const check = find("check")
  const counts = find("threshold")?.counts ?? null
  const since = counts?.since ? ` since ${moment(counts.since)}` : ""
  const state = check?.outcome === "degraded" ? "degraded" : "down"
  const proofs = [
    secondWords(check?.looks, find("second look")),
    lineWords(find("our own line")),
    counts && thresholdWords(counts),
  ].flatMap((words) => words ?? [])
  const deed = deedOf(steps)
  const after = counts?.since ? `, ${lasting(counts.since, decidedAt)} after it began` : ""
  const end = resolvedAt === null ? "" : `, and resolved at ${moment(resolvedAt)}`
  return [
    `${monitorName} was ${state}${since}: ${sentence(check?.detail ?? "The reason was not kept.")}`,
    proofs.length === 0 ? null : sentence(capital(listed(proofs))),
    `${title} was ${deed} at ${moment(decidedAt)}${after}${end}.`,
  ]
    .filter((words) => words !== null)
    .join(" ")
}

/** Why nothing was said: the words of a silence. */
export function silenceWords({ kind, name, since, until }: SilenceEvidence): string {
  const called = name === null ? "" : ` “${name}”`
  const ends = until === null ? "" : ` until ${moment(until)}`
  const began = since === null ? "" : ` since ${moment(since)}`
  return {
    muted: `its alerts were muted${ends}`,
    maintenance: `it was under maintenance${called}${ends}`,
    parent_down: `the monitor it depends on${called} was offline${began}`,
  }[kind]
}

function secondWords(looks: LookEvidence[] | undefined, second: VerdictStep | undefined) {
  if (second === undefined) return null
  const again = looks?.at(-1)
  const where = again?.address ? ` at ${again.address}` : ""
  const when = again === undefined ? "" : ` (${clock(again.at)}${where})`
  return second.outcome === "confirmed"
    ? `a second look over a new connection${when} met a failure too`
    : `a second look over a new connection${when} found it well`
}

function lineWords(line: VerdictStep | undefined): string | null {
  if (line?.egress === undefined) return null
  const reached = line.egress.filter((sample) => sample.reachable).length
  const all = `${reached} of ${line.egress.length} egress anchors answered`
  return reached > 0 ? `${all}, so our own line was alive` : `${all}, so our own line was dead`
}

const thresholdWords = ({ bad, failureThreshold }: CountEvidence): string =>
  bad === 1
    ? `one failure was enough (threshold ${failureThreshold})`
    : `${bad} failures in a row reached the threshold of ${failureThreshold}`

/** The deed that spoke; a verdict that ended one outage and began a lesser one spoke of the latter. */
function deedOf(steps: VerdictStep[]): string {
  const last = steps.findLast(({ step }) => step === "decision")
  const deeds: Record<string, string> = {
    reopen: "opened again, as it had recovered less than ten minutes before (flapping),",
    worsen: "declared, as what was degraded became worse,",
    resolve: "resolved",
  }
  return deeds[last?.outcome ?? ""] ?? "declared"
}

/** A moment as people read it, to the second. */
export function moment(at: Date | string): string {
  const text = new Date(at).toISOString()
  return `${text.slice(0, 10)} ${text.slice(11, 19)} UTC`
}

const clock = (at: string): string => new Date(at).toISOString().slice(11, 19)
const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1)
const sentence = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`)
const listed = (words: string[]): string =>
  words.length === 1 ? `${words[0]}` : `${words.slice(0, -1).join("; ")}; and ${words.at(-1)}`

function lasting(from: string, to: Date): string {
  const seconds = Math.max(0, Math.round((to.getTime() - new Date(from).getTime()) / 1000))
  if (seconds < 120) return `${seconds} s`
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}
