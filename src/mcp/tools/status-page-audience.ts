import { untrusted } from "../untrusted.ts"

type Project = {
  statusPages: {
    edges: readonly {
      node: { name: string; resources: { edges: readonly { node: { monitorId: string } }[] } }
    }[]
  }
} | null

/** The status pages that show one of these monitors, whose subscribers hear of changes. */
export const pagesShowing = (project: Project, monitorIds: readonly string[]): string[] =>
  (project?.statusPages.edges ?? [])
    .filter(({ node }) =>
      node.resources.edges.some((one) => monitorIds.includes(one.node.monitorId)),
    )
    .map(({ node }) => `subscribers of the status page ${untrusted(node.name, 100)}`)
