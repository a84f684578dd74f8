import { untrusted } from "../untrusted.ts"

type Project = {
  statusPages: {
    edges: readonly {
      node: { name: string; resources: { edges: readonly { node: { monitorId: string } }[] } }
    }[]
  }
} | null

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
