import { projectList, type ResultOf } from "../graphql.ts"
import { DeliveryRow } from "../webhook/delivery-documents.ts"

export const ProjectDeliveries = projectList(
  "deliveries",
  `
    ...DeliveryRow
    queue
    recipient {
      kind
      id
      name
      channelKind
    }
    alert @include(if: $readsAlerts) {
      id
      number
      title
      titleFinding {
        text
      }
    }
  `,
  [DeliveryRow],
)
type Project = NonNullable<ResultOf<typeof ProjectDeliveries>["project"]>
export type LoggedDelivery = Project["deliveries"]["edges"][number]["node"]
