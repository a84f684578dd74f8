import type { UpdateKind } from "../../../prisma/generated/enums.ts"
import type { Headline } from "../../graphql/status-page/headline.ts"
import type { PageView } from "../../graphql/status-page/view.ts"

const headlineWords: Record<Headline, string> = {
  major_outage: "Major outage",
  partial_outage: "Partial outage",
  degraded: "Degraded performance",
  maintenance: "Under maintenance",
  operational: "All systems operational",
  unknown: "Status unknown",
}

/** "All" is not said where some of it cannot be seen. */
export function headlineOf({
  headline,
  sections,
}: Pick<PageView, "headline" | "sections">): string {
  const isBlind = sections.some(({ components }) =>
    components.some(
      ({ status, isUnderMaintenance }) => status === "unknown" && !isUnderMaintenance,
    ),
  )
  return headline === "operational" && isBlind
    ? "Operational, as far as we can see"
    : headlineWords[headline]
}

/** For an update that nobody wrote words for. */
export const updateWords: Record<UpdateKind, string> = {
  declared: "We see that something is wrong.",
  note: "There is news.",
  acknowledged: "We are working on it.",
  state_changed: "The state changed.",
  reopened: "It is happening again.",
  resolved: "It is over.",
  postmortem: "We wrote down what happened.",
}

/** Never rounded up: 100 means that nothing was missed. */
export const percentWords = (percent: number): string => {
  const floored = Math.floor(percent * 100) / 100
  return `${floored === 100 ? "100" : floored.toFixed(2)}%`
}
