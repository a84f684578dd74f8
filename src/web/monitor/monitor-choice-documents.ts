import { projectList, query } from "../graphql.ts"

export const MonitorsToChoose = projectList("monitors", "id name labels { id name }", [], {
  first: 100,
})

/** For a choice that stands in the URL. */
export const MonitorName = query("monitor", "id name")
