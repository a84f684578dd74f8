import { graphql, projectList } from "../graphql.ts"

export const MonitorsToChoose = projectList("monitors", "id name labels { id name }", [], {
  first: 100,
})

/** For a choice that stands in the URL. */
export const MonitorName = graphql(`
  query MonitorName($id: ID!) {
    monitor(id: $id) {
      id
      name
    }
  }
`)
