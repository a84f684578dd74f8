import type { PageView } from "../../graphql/status-page/view.ts"
import type { Speech } from "./speech.ts"

/** "All" is not said where some of it cannot be seen. */
export function headlineWords(
  { headline, sections }: Pick<PageView, "headline" | "sections">,
  { words }: Speech,
): string {
  const isBlind = sections.some(({ components }) =>
    components.some(
      ({ status, isUnderMaintenance }) => status === "unknown" && !isUnderMaintenance,
    ),
  )
  return headline === "operational" && isBlind
    ? words.operationalAsFarAsSeen
    : words.headline[headline]
}
