import { useRouter } from "@tanstack/react-router"
import { useProject } from "../project/project-context.ts"
import { SavedViews } from "../project/saved-views.tsx"
import type { ViewPage } from "../project/view-documents.ts"
import { ButtonLink } from "../ui/button.tsx"
import type { exploredKinds } from "./explored-kinds.ts"
import type { Window } from "./use-window.ts"

/** The search parameters of the form of a monitor that the condition fills in. */
export type ConditionSearch = {
  kind: (typeof exploredKinds)[number]
  query: string
  measure: string
  metric?: string
  instrument?: string
  by?: string
}

type Props = {
  page: Extract<ViewPage, "LOGS" | "TRACES" | "METRICS">
  condition: ConditionSearch
  /** The service whose SLO says the same; null if there is none. */
  service?: string | null
  window: Window
}

const mostMinutes = 1440

/** What a query can become: a monitor, an SLO, and a view that is found again. */
export function QueryUses({ page, condition, service = null, window }: Props) {
  const { history, state } = useRouter()
  const { may, mayWhole, pages } = useProject()
  const length = Math.round((window.until.getTime() - window.from.getTime()) / 60_000)
  const minutes = String(Math.min(Math.max(length, 1), mostMinutes))
  const measured = { ...condition, minutes }
  return (
    <div className="query-uses">
      {may("monitors:write") && (
        <ButtonLink {...pages.newMonitor} search={measured} variant="quiet" icon="monitors">
          Create monitor
        </ButtonLink>
      )}
      {mayWhole("monitors:write") && (
        <ButtonLink
          {...(service === null
            ? { ...pages.newMonitor, search: { ...measured, next: "slo" } }
            : { ...pages.newSlo, search: { service } })}
          variant="quiet"
          icon="slos"
        >
          Create SLO
        </ButtonLink>
      )}
      <SavedViews
        page={page}
        search={location.search.replace(/^\?/, "")}
        name={condition.query}
        onOpen={(search) => history.push(`${state.location.pathname}?${search}`)}
      />
    </div>
  )
}
