import type { Client } from "urql"
import { graphql, type ResultOf } from "../graphql.ts"
import { errorInWords } from "../live/live-read.ts"

/** What uses a monitor. `ids` holds its id alone. */
export const DependentsOfMonitor = graphql(`
  query DependentsOfMonitor($projectId: ID!, $id: ID!, $ids: [ID!]!) {
    monitor(id: $id) {
      id
      children(first: 100) {
        edges {
          node {
            id
            name
            status
            isPaused
          }
        }
      }
    }
    project(id: $projectId) {
      id
      slos(first: 100, monitorIds: $ids) {
        edges {
          node {
            id
            name
            targetPercent
            windowDays
          }
        }
      }
      statusPages(first: 100, monitorIds: $ids) @include(if: $readsStatusPages) {
        edges {
          node {
            id
            name
            isPublic
          }
        }
      }
      maintenances(first: 20, activeOnly: true, monitorIds: $ids, sort: STARTS_AT_ASC)
        @include(if: $readsMaintenances) {
        edges {
          node {
            id
            title
            startsAt
            endsAt
          }
        }
      }
    }
  }
`)

type Read = ResultOf<typeof DependentsOfMonitor>

const nodesOf = <Node>(list: { edges: readonly { node: Node }[] } | null | undefined): Node[] =>
  (list?.edges ?? []).map(({ node }) => node)

/** What uses a monitor, by kind. */
export const dependentsIn = ({ monitor, project }: Read) => ({
  children: nodesOf(monitor?.children),
  slos: nodesOf(project?.slos),
  statusPages: nodesOf(project?.statusPages),
  maintenances: nodesOf(project?.maintenances),
})
export type Dependents = ReturnType<typeof dependentsIn>

/** What uses any of these monitors and is none of them. */
export async function readDependents(
  client: Client,
  projectId: string,
  ids: readonly string[],
): Promise<{ dependents: Dependents; error: string | null }> {
  const answers = await Promise.all(
    ids.map((id) =>
      client
        .query(DependentsOfMonitor, { projectId, id, ids: [id] }, { requestPolicy: "network-only" })
        .toPromise(),
    ),
  )
  const all = answers.flatMap(({ data }) => (data === undefined ? [] : [dependentsIn(data)]))
  const failed = answers.find(({ error }) => error !== undefined)?.error
  const merge = <One extends { id: string }>(pick: (one: Dependents) => One[]): One[] => [
    ...new Map(all.flatMap(pick).map((one) => [one.id, one])).values(),
  ]
  return {
    error: failed === undefined ? null : errorInWords(failed),
    dependents: {
      children: merge(({ children }) => children).filter(({ id }) => !ids.includes(id)),
      slos: merge(({ slos }) => slos),
      statusPages: merge(({ statusPages }) => statusPages),
      maintenances: merge(({ maintenances }) => maintenances),
    },
  }
}
