import type {
  CountEvidence,
  AttemptEvidence,
  SilenceEvidence,
  VerdictStep,
} from "./verdict-steps.ts"

/** The subject of an explanation and the steps of the verdict that opened it. */
export type Explained = {
  /** "Incident #12" or "Alert #7". */
  title: string
  monitorName: string
  decidedAt: Date
  resolvedAt: Date | null
  steps: VerdictStep[]
}

/** Summarize a verdict in two or three sentences: what failed, how it was confirmed, what was done. */
export function summarize({ title, monitorName, decidedAt, resolvedAt, steps }: Explained): string {
  const find = (name: string) => steps.find(({ step }) => step === name)
  const check = find("check")
  const counts = find("threshold")?.counts ?? null
  const since = counts?.since ? ` since ${moment(counts.since)}` : ""
  const state = check?.outcome === "degraded" ? "degraded" : "down"
  const proofs = [
    describeSecond(check?.attempts, find("second check")),
    describeNetwork(find("own network")),
    counts && describeThreshold(counts),
  ].flatMap((words) => words ?? [])
  const action = actionOf(steps)
  const after = counts?.since ? `, ${lasting(counts.since, decidedAt)} after it began` : ""
  const end = resolvedAt === null ? "" : `, and resolved at ${moment(resolvedAt)}`
  return [
    `${monitorName} was ${state}${since}: ${sentence(check?.detail ?? "No reason was recorded.")}`,
    proofs.length === 0 ? null : sentence(capital(listed(proofs))),
    `${title} was ${action} at ${moment(decidedAt)}${after}${end}.`,
  ]
    .filter((words) => words !== null)
    .join(" ")
}

/** Say what suppressed the alert, as a clause after "because". @param write how times are written. */
export function describeSilence(
  { kind, name, since, until }: SilenceEvidence,
  write: (at: string) => string = moment,
): string {
  const called = name === null ? "" : ` “${name}”`
  const ends = until === null ? "" : ` until ${write(until)}`
  const began = since === null ? "" : ` since ${write(since)}`
  return {
    muted: `its alerts were muted${ends}`,
    maintenance: `it was in maintenance${called}${ends}`,
    parent_down: `its parent monitor${called} was offline${began}`,
  }[kind]
}

function describeSecond(attempts: AttemptEvidence[] | undefined, second: VerdictStep | undefined) {
  if (second === undefined) return null
  const last = attempts?.at(-1)
  const where = last?.address ? ` to ${last.address}` : ""
  const when = last === undefined ? "" : ` (${moment(last.at)}${where})`
  // Evaluations of telemetry connect to no target.
  const over = last !== undefined && last.address === null ? "" : " over a new connection"
  return `a second check${over}${when} ${second.outcome === "confirmed" ? "failed too" : "succeeded"}`
}

function describeNetwork(network: VerdictStep | undefined): string | null {
  if (network?.egress === undefined) return null
  const reached = network.egress.filter((sample) => sample.reachable).length
  const all = `${reached} of ${network.egress.length} egress anchors answered`
  return reached > 0 ? `${all}, so our own network was up` : `${all}, so our own network was down`
}

const describeThreshold = ({ bad, failureThreshold }: CountEvidence): string =>
  bad === 1
    ? `one failure reached the threshold of ${failureThreshold}`
    : `${bad} failures in a row reached the threshold of ${failureThreshold}`

/** Name the last action: a verdict may end one outage and start a lesser one. */
function actionOf(steps: VerdictStep[]): string {
  const last = steps.findLast(({ step }) => step === "decision")
  const actions: Record<string, string> = {
    reopen: "reopened because it failed again soon after recovering (flapping)",
    worsen: "declared because a degraded monitor went offline",
    resolve: "resolved",
  }
  return actions[last?.outcome ?? ""] ?? "declared"
}

/** A time to the second, such as "2026-11-20 03:10:00 UTC". */
export function moment(at: Date | string): string {
  const text = new Date(at).toISOString()
  return `${text.slice(0, 10)} ${text.slice(11, 19)} UTC`
}

const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1)
const sentence = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`)
const listed = (words: string[]): string =>
  words.length === 1 ? `${words[0]}` : `${words.slice(0, -1).join("; ")}; and ${words.at(-1)}`

function lasting(from: string, to: Date): string {
  const seconds = Math.max(0, Math.round((to.getTime() - new Date(from).getTime()) / 1000))
  if (seconds < 120) return `${seconds} s`
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}
