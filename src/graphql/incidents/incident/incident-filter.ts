import { z } from "zod"
import type { Prisma } from "../../../platform/postgres.ts"
import { containing } from "../../kernel/containing.ts"
import { id, name, parse } from "../../kernel/input.ts"
import { text } from "../../../platform/text-schema.ts"

const filter = z.object({
  activeOnly: z.boolean().nullish(),
  isOpen: z.boolean().nullish(),
  states: z.array(name).max(50, "must name at most 50 states").nullish(),
  monitorIds: z.array(id).max(100, "must name at most 100 monitors").nullish(),
  labelIds: z.array(id).max(50, "must name at most 50 labels").nullish(),
  severities: z.array(name).max(20, "must name at most 20 severities").nullish(),
  since: z.date().nullish(),
  until: z.date().nullish(),
  search: text(200).trim().nullish(),
  isDeclaredManually: z.boolean().nullish(),
})
type Filter = z.output<typeof filter>

type Where = Prisma.IncidentWhereInput & Prisma.AlertWhereInput

/** Filters of alerts; an absent or null member does not filter. */
export function whereOf(given: z.input<typeof filter>): Where {
  const wanted = parse(filter, given)
  return { AND: [...shared(wanted), ...named("monitorIds", wanted, (ids) => ofMonitors(ids))] }
}

/** The same for incidents, which may affect further monitors. */
export function whereOfIncidents(given: z.input<typeof filter>): Prisma.IncidentWhereInput {
  const wanted = parse(filter, given)
  const isDeclaredManually = wanted.isDeclaredManually ?? null
  return {
    AND: [
      ...shared(wanted),
      ...(isDeclaredManually === null ? [] : [{ isDeclaredManually }]),
      ...named("monitorIds", wanted, (ids) => ({
        OR: [ofMonitors(ids), { monitors: { some: { monitorId: { in: ids } } } }],
      })),
    ],
  }
}

const ofMonitors = (ids: string[]) => ({ monitorId: { in: ids } })

function named<One extends object>(
  member: "monitorIds" | "labelIds" | "severities" | "states",
  wanted: Filter,
  where: (values: string[]) => One,
): One[] {
  const values = wanted[member]
  return values ? [where(values)] : []
}

function shared(wanted: Filter): Where[] {
  const { activeOnly, isOpen, since, until, search } = wanted
  const open = activeOnly === true ? true : (isOpen ?? null)
  return [
    ...(open === null ? [] : [{ resolvedAt: open ? null : { not: null } }]),
    ...named("severities", wanted, (names) => ({ severity: { name: { in: names } } })),
    ...named("states", wanted, (names) => ({ state: { name: { in: names } } })),
    ...named("labelIds", wanted, (ids) => ({
      monitor: { labels: { some: { labelId: { in: ids } } } },
    })),
    ...(since ? [{ createdAt: { gte: since } }] : []),
    ...(until ? [{ createdAt: { lt: until } }] : []),
    ...(search ? [{ OR: wordsOrNumber(search) }] : []),
  ]
}

/** "#12" and "12" match the number as well as the text. */
function wordsOrNumber(search: string) {
  const words = containing(search)
  const number = /^#?(\d{1,9})$/.exec(search)?.[1]
  return [
    { title: words },
    { description: words },
    ...(number === undefined ? [] : [{ number: Number(number) }]),
  ]
}

/** A list of incidents or alerts is not counted further. */
export const mostCounted = 10_000

/** The filter that a page of a list was read with, to count the list. */
export function filterOf(page: unknown): object {
  const isPage = typeof page === "object" && page !== null
  if (isPage && "where" in page && typeof page.where === "object" && page.where !== null)
    return page.where
  throw new Error("the page does not carry its filter")
}
