import { z } from "zod"
import type { Monitor } from "../../../../../prisma/generated/client.ts"
import type { Services } from "../../../../platform/services.ts"
import { readGaps, readParent } from "./status-spans.ts"

/** A span of time without checks or with alerts suppressed; `until` is null if it has not ended. */
export type Span = {
  kind: "paused" | "absent" | "maintenance" | "muted" | "parent_down"
  /** The window's title, or the name of the monitor above. */
  name: string | null
  from: Date
  until: Date | null
}

type Entry = { action: string; at: Date; changes: unknown }
type Watched = Pick<Monitor, "id" | "projectId" | "parentId" | "pausedAt">

/** As long as a mute may last. */
const longestMuteMs = 30 * 86_400_000
/** Monitors with more changes use only the latest. */
const mostRows = 5000

/** Reasons for no checks first, then in the order in which a check evaluates silences. */
const precedence: Span["kind"][] = ["paused", "absent", "maintenance", "muted", "parent_down"]

/** Spans without checks; all others suppress alerts. */
export const isUnwatched = ({ kind }: Span): boolean => kind === "paused" || kind === "absent"

export const covering = (spans: Span[], at: Date): Span | null =>
  precedence
    .flatMap((kind) => spans.filter((span) => span.kind === kind))
    .find(({ from, until }) => from <= at && (until === null || at < until)) ?? null

/** The same for moments that only go forward, at a cost that does not grow with the number of spans. */
export function follow(spans: Span[]): (at: Date) => Span | null {
  const ahead = spans.toSorted((a, b) => b.from.getTime() - a.from.getTime())
  let begun: Span[] = []
  return (at) => {
    for (let next = ahead.at(-1); next !== undefined && next.from <= at; next = ahead.at(-1)) {
      begun.push(next)
      ahead.pop()
    }
    if (begun.length > 0) begun = begun.filter(({ until }) => until === null || at < until)
    return begun.length === 0 ? null : covering(begun, at)
  }
}

/** Without the name of the parent, for readers who may not see it. */
export const unnamed = (spans: Span[]): Span[] =>
  spans.map((span) => (span.kind === "parent_down" ? { ...span, name: null } : span))

/** The silences and pauses of a monitor that touch [from, to], from the audit log, windows and its parent. */
export async function readSpans(
  services: Pick<Services, "database">,
  monitor: Watched,
  from: Date,
  to: Date,
): Promise<Span[]> {
  const [entries, windows, gaps, parent] = await Promise.all([
    readEntries(services, monitor, from, to),
    readWindows(services, monitor.id, from, to),
    readGaps(services, monitor.id, from, to),
    monitor.parentId === null ? [] : readParent(services, monitor.parentId, from, to),
  ])
  const pauses = pausesOf(entries, monitor.pausedAt)
  const all = [...pauses, ...gaps, ...mutesOf(entries), ...windows, ...parent]
  return all.filter((span) => span.from <= to && (span.until === null || span.until > from))
}

async function readEntries(
  { database: { prisma } }: Pick<Services, "database">,
  { id: subjectId, projectId }: Watched,
  from: Date,
  to: Date,
): Promise<Entry[]> {
  const mine = { projectId, subjectId }
  const select = { action: true, at: true, changes: true } as const
  const orderBy = [{ at: "desc" }, { id: "desc" }] as const
  const pauses = ["monitor.paused", "monitor.resumed"]
  const begin = new Date(from.getTime() - longestMuteMs)
  const [before, within] = await Promise.all([
    prisma.auditEntry.findFirst({
      where: { ...mine, action: { in: pauses }, at: { lt: begin } },
      orderBy: [...orderBy],
      select,
    }),
    prisma.auditEntry.findMany({
      where: {
        ...mine,
        action: { in: [...pauses, "monitor.muted", "monitor.unmuted"] },
        at: { gte: begin, lte: to },
      },
      orderBy: [...orderBy],
      take: mostRows,
      select,
    }),
  ])
  return [...within, ...(before === null ? [] : [before])].toReversed()
}

const muted = z.object({ mutedUntil: z.coerce.date() })

/** A mute lasts until its deadline, or until the next word about it. */
export function mutesOf(entries: Entry[]): Span[] {
  const words = entries.filter(({ action }) => /\.(un)?muted$/.test(action))
  return words.flatMap(({ action, at: from, changes }, index) => {
    const read = muted.safeParse(changes)
    if (action !== "monitor.muted" || !read.success) return []
    const next = words[index + 1]?.at
    const { mutedUntil } = read.data
    const until = next !== undefined && next < mutedUntil ? next : mutedUntil
    return [{ kind: "muted", name: null, from, until }]
  })
}

/** A pause lasts until it is resumed; `pausedAt` covers one that is missing from the log. */
export function pausesOf(entries: Entry[], pausedAt: Date | null): Span[] {
  const words = entries.filter(({ action }) => /\.(paused|resumed)$/.test(action))
  const spans = words.flatMap(({ action, at: from }, index): Span[] =>
    action === "monitor.paused"
      ? [{ kind: "paused", name: null, from, until: words[index + 1]?.at ?? null }]
      : [],
  )
  const isKnown = pausedAt === null || spans.some(({ until }) => until === null)
  return isKnown ? spans : [...spans, { kind: "paused", name: null, from: pausedAt, until: null }]
}

/** A window that was cancelled while it ran silenced until then. */
async function readWindows(
  { database: { prisma } }: Pick<Services, "database">,
  monitorId: string,
  from: Date,
  to: Date,
): Promise<Span[]> {
  const windows = await prisma.maintenance.findMany({
    where: { monitors: { some: { monitorId } }, startsAt: { lte: to }, endsAt: { gt: from } },
    orderBy: { startsAt: "desc" },
    take: mostRows,
  })
  return windows.flatMap(({ title: name, state, startsAt, endsAt, updatedAt }): Span[] => {
    const isShort = state === "cancelled" && updatedAt < endsAt
    const until = isShort ? updatedAt : endsAt
    return until > startsAt ? [{ kind: "maintenance", name, from: startsAt, until }] : []
  })
}
