import type { Monitor, StatusPage } from "../../../prisma/generated/client.ts"
import type { Context } from "../../graphql/context.ts"
import { attachMonitor } from "../../graphql/status-page/attach.ts"
import { createGroup } from "../../graphql/status-page/create-group.ts"
import { createStatusPage } from "../../graphql/status-page/create.ts"
import { moveResource } from "../../graphql/status-page/move-resource.ts"

/** What visitors use, apart from what it stands on. */
const groupOf = ({ kind }: Monitor): string => (kind === "http" ? "Web" : "Infrastructure")

/** The public page of the demo with all its monitors; run again, it finds it as it was left. */
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
    description: "What the demo watches, as everybody may see it.",
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
