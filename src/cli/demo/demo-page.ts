import type { Monitor, StatusPage } from "../../../prisma/generated/client.ts"
import type { Context } from "../../graphql/kernel/context.ts"
import { attachMonitor } from "../../graphql/status-pages/status-page/attach-resource.ts"
import { createGroup } from "../../graphql/status-pages/status-page/create-group.ts"
import { createStatusPage } from "../../graphql/status-pages/status-page/create-status-page.ts"
import { moveResource } from "../../graphql/status-pages/status-page/move-resource.ts"

/** Separates what visitors use from the infrastructure behind it. */
const groupOf = ({ kind }: Monitor): string => (kind === "http" ? "Web" : "Infrastructure")

/** The public page of the demo with all its monitors; later runs reuse it. */
export async function ensureDemoPage(
  ctx: Context,
  projectId: string,
  monitors: Monitor[],
): Promise<StatusPage> {
  const { prisma } = ctx.database
  const held = await prisma.statusPage.findFirst({ where: { projectId }, orderBy: { id: "asc" } })
  if (held !== null) return held
  const page = await createStatusPage(ctx, {
    projectId,
    name: "Demo status",
    description: "The demo's monitors on a public page.",
    isPublic: true,
  })
  const statusPageId = page.id
  const groups = new Map<string, string>()
  for (const monitor of monitors) {
    const { id } = await attachMonitor(ctx, { statusPageId, monitorId: monitor.id })
    const name = groupOf(monitor)
    const groupId = groups.get(name) ?? (await createGroup(ctx, { statusPageId, name })).id
    groups.set(name, groupId)
    await moveResource(ctx, { id, groupId, position: monitors.length })
  }
  return page
}
