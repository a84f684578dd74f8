import { newId } from "../../src/platform/id.ts"
import { attachMonitor } from "../../src/graphql/status-pages/status-page/attach-resource.ts"
import { createStatusPage } from "../../src/graphql/status-pages/status-page/create-status-page.ts"
import { insertMonitor } from "./checks.ts"
import { makeProject, type World } from "./world.ts"

/** A public page of a new project, and a way to add monitors to it. */
export async function makePublicPage(
  world: World,
  members: { name?: string; description?: string | null; isPublic?: boolean } = {},
) {
  const { id: projectId } = await makeProject(world)
  const page = await createStatusPage(world.system, {
    projectId,
    name: "Acme",
    slug: `acme-${newId().slice(-12)}`,
    isPublic: true,
    ...members,
  })
  return {
    projectId,
    page,
    /** A monitor with different internal and public names. */
    async attach(displayName: string, teamName = "prod-eu-1") {
      const monitor = await insertMonitor(world, projectId, { name: teamName, failureThreshold: 1 })
      const given = { statusPageId: page.id, monitorId: monitor.id, displayName }
      return { monitor, resource: await attachMonitor(world.system, given) }
    },
  }
}
