import type { Transaction } from "../../kernel/transaction.ts"
import type { Placed } from "./rules/arrange-resources.ts"

/** The order of resources on a page. Call it with the page locked. */
export async function readPlaces({ db }: Transaction, pageId: string) {
  const orderBy = [{ order: "asc" }, { id: "asc" }] as const
  const rows: Placed[] = await db.statusPageResource.findMany({
    where: { pageId },
    orderBy: [...orderBy],
    select: { id: true, groupId: true },
  })
  const groups = await db.statusPageGroup.findMany({
    where: { pageId },
    orderBy: [...orderBy],
    select: { id: true },
  })
  return { rows, groupIds: groups.map(({ id }) => id) }
}

/** Writes the places of a page's resources: one statement, and only rows that moved. */
export async function writePlaces({ db }: Transaction, rows: readonly Placed[]): Promise<void> {
  const ids = rows.map(({ id }) => id)
  const groupIds = rows.map(({ groupId }) => groupId)
  await db.$executeRaw`
    update status_page_resource r set "order" = to_be.place, group_id = to_be.group_id
      from unnest(${ids}::uuid[], ${groupIds}::uuid[]) with ordinality to_be (id, group_id, place)
     where r.id = to_be.id
       and (r."order" <> to_be.place or r.group_id is distinct from to_be.group_id)`
}

/** Writes the places of a page's groups. */
export async function writeGroupPlaces({ db }: Transaction, ids: readonly string[]): Promise<void> {
  await db.$executeRaw`
    update status_page_group g set "order" = to_be.place
      from unnest(${ids}::uuid[]) with ordinality to_be (id, place)
     where g.id = to_be.id and g."order" <> to_be.place`
}
