import { z } from "zod"
import { SloStatus } from "../../../prisma/generated/enums.ts"
import { text } from "../../platform/text-schema.ts"
import { id } from "../kernel/input.ts"

/** Filters of the list; an absent or null member does not filter. */
export const sloFilter = z.object({
  search: text(200).trim().nullish(),
  statuses: z.array(z.enum(SloStatus)).max(4).nullish(),
  monitorIds: z.array(id).max(100, "must name at most 100 monitors").nullish(),
})

/** The filter that a page of the list was read with, to count the list. */
export function filterOfPage(page: unknown): object {
  const isPage = typeof page === "object" && page !== null
  if (isPage && "where" in page && typeof page.where === "object" && page.where !== null)
    return page.where
  throw new Error("the page does not carry its filter")
}
