import type { FragmentOf, ResultOf } from "gql.tada"
import { graphql } from "../../rest/graphql.ts"
import { notFound } from "../tool-error.ts"
import type { Call } from "../tool.ts"
import { untrusted } from "../untrusted.ts"

/** The status pages of a project with the monitors that they show. */
export const PagesOfProject = graphql(`
  fragment McpPagesOfProject on Project {
    statusPages(first: 20) {
      edges {
        node {
          name
          resources(first: 100) {
            edges {
              node {
                monitorId
              }
            }
          }
        }
      }
    }
  }
`)
type Project = FragmentOf<typeof PagesOfProject> | null

/** What a plan about several monitors reads. */
export const planOfMonitors = graphql(
  `
    query mcpPlanOfMonitors($projectId: ID!, $ids: [ID!]!, $seesPages: Boolean!) {
      nodes(ids: $ids) {
        ... on Monitor {
          id
          name
        }
      }
      project(id: $projectId) @include(if: $seesPages) {
        ...McpPagesOfProject
      }
    }
  `,
  [PagesOfProject],
)

export const planVariablesOfMonitors = ({
  args,
  projectId,
  isLimited,
}: Call<{ monitors: string[] }>) => ({ ids: args.monitors, projectId, seesPages: !isLimited })

/** @throws {ToolError} not_found if the caller may not see one of these monitors. */
export function namesOfMonitors(
  { nodes }: Pick<ResultOf<typeof planOfMonitors>, "nodes">,
  monitorIds: readonly string[],
): string[] {
  const found = nodes.flatMap((node) => (node && "name" in node ? [node.name] : []))
  if (found.length < monitorIds.length) {
    throw notFound("monitor", "list_monitors gives their names.")
  }
  return found
}

/**
 * The status pages that show one of these monitors, whose subscribers hear of changes.
 *
 * @param project undefined for a caller who is limited to labels, and so sees no status pages.
 */
export function pagesShowing(
  project: Project | undefined,
  monitorIds: readonly string[],
): string[] {
  if (project === undefined) {
    return [
      "subscribers of every status page that shows these monitors; access that is limited to labels does not see which",
    ]
  }
  return (project?.statusPages.edges ?? [])
    .filter(({ node }) =>
      node.resources.edges.some((one) => monitorIds.includes(one.node.monitorId)),
    )
    .map(({ node }) => `subscribers of the status page ${untrusted(node.name, 100)}`)
}
