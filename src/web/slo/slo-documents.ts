import {
  graphql,
  mutation,
  projectField,
  projectList,
  query,
  subscription,
  type FragmentOf,
  type ResultOf,
} from "../graphql.ts"
import { FindingWords } from "../ui/finding-words.ts"

const BudgetFigures = graphql(`
  fragment BudgetFigures on ErrorBudget {
    attainedPercent
    coverage
    excluded
    seen
    total
    consumed
    remaining
    remainingShare
  }
`)

const BudgetPoint = graphql(`
  fragment BudgetPoint on SloPoint {
    at
    remainingShare
    burnRate
  }
`)

export const SloRow = graphql(
  `
    fragment SloRow on Slo {
      id
      name
      targetPercent
      windowDays
      indicator
      service
      latencyMs
      monitors {
        id
        name
      }
      status
      mutedUntil
      evaluatedAt
      skippedFindings {
        ...FindingWords
      }
      isComplete
      burnRate
      exhaustedAt
      budget {
        ...BudgetFigures
      }
    }
  `,
  [BudgetFigures, FindingWords],
)
export type SloRow = FragmentOf<typeof SloRow>

export const Slos = projectList("slos", "...SloRow", [SloRow])

export const SloChanged = subscription("sloChanged", "sloId")

export const OneSlo = query(
  "slo",
  `
    ...SloRow
    description
    fastFactor
    slowFactor
    policy {
      id
      name
    }
    burns {
      speed
      shortMinutes
      longMinutes
      factor
      shortRate
      longRate
      isFiring
      isSilenced
      since
      alert {
        id
        number
      }
    }
    series {
      from
      to
      stepSeconds
      points {
        ...BudgetPoint
      }
    }
    decisions(first: 20) {
      edges {
        node {
          id
          at
          speed
          decision
          findings {
            ...FindingWords
          }
          alert {
            id
            number
          }
        }
      }
    }
  `,
  [SloRow, BudgetPoint, FindingWords],
)
export type SloWhole = NonNullable<ResultOf<typeof OneSlo>["slo"]>

export const SloToEdit = query("slo", "...SloRow description fastFactor slowFactor policy { id }", [
  SloRow,
])
export type SloSettings = NonNullable<ResultOf<typeof SloToEdit>["slo"]>

export const SloPreview = projectField(
  "sloPreview",
  `
    from
    to
    fastDefault
    slowDefault
    budget {
      ...BudgetFigures
    }
    points {
      ...BudgetPoint
    }
    burns {
      speed
      from
      to
      highestRate
    }
  `,
  [BudgetFigures, BudgetPoint],
)
export type Preview = NonNullable<ResultOf<typeof SloPreview>["project"]>["sloPreview"]

/** Services that recently sent traces, to suggest in the form. */
export const ServiceNames = projectField("services", "name")

/** A monitor that a new SLO begins with. */
export const MonitorName = query("monitor", "id name")

export const CreateSlo = mutation("createSlo", "id")
export const UpdateSlo = mutation("updateSlo", "id")
export const DeleteSlo = mutation("deleteSlo")
export const MuteSlo = mutation("muteSlo", "id mutedUntil")
export const UnmuteSlo = mutation("unmuteSlo", "id mutedUntil")
