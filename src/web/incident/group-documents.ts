import { projectField, projectList, type ResultOf } from "../graphql.ts"
import { FindingWords } from "../ui/finding-words.ts"
import { ListedIncident } from "./incident-list-documents.ts"

const group = "key ids cause { ...FindingWords }"

export const IncidentGroups = projectField("incidentGroups", group, [FindingWords])
export const AlertGroups = projectField("alertGroups", group, [FindingWords])
export type ProblemGroup = NonNullable<
  ResultOf<typeof IncidentGroups>["project"]
>["incidentGroups"][number]

export const IncidentsOfGroup = projectList("incidents", "...ListedIncident", [ListedIncident], {
  first: 100,
})
