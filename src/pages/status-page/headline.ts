import type { PageView } from "../../graphql/status-pages/status-page/view-page.ts"
import type { Locale } from "./locale.ts"

/** Does not say "all" if some components are unknown. */
export function headlineWords(
  { headline, sections }: Pick<PageView, "headline" | "sections">,
  { words }: Locale,
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
