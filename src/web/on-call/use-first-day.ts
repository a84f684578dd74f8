import { mondayOf, plusDays } from "../ui/calendar-span.ts"
import { useMedia } from "../ui/use-media.ts"

/** Where a calendar begins: on Monday; on a phone, which shows few days at once, today. In milliseconds. */
export function useFirstDay(): number {
  const isPhone = useMedia("(max-width: 50rem)")
  return isPhone ? plusDays(Date.now(), 0) : mondayOf(Date.now())
}
