import type { Context } from "../../src/graphql/kernel/context.ts"
import { rollUp } from "../../src/graphql/monitoring/check/check-rollup.ts"
import { createProject } from "../../src/graphql/workspace/project/create-project.ts"
import { attachMonitor } from "../../src/graphql/status-pages/status-page/attach-resource.ts"
import { createStatusPage } from "../../src/graphql/status-pages/status-page/create-status-page.ts"
import { newId } from "../../src/platform/id.ts"
import type { Services } from "../../src/platform/services.ts"
import type { Server } from "../server.ts"

export type Page = Awaited<ReturnType<typeof makePage>>

export type Stage = {
  services: Services
  page: Page
  /** With or without Redis. */
  bus: string
  start(): Promise<Server>
  startBare(answer: { headers: string[]; body: string }): Promise<Server>
  rounds: number
}

/** `BASE_URL` of the api role. */
export const benchUrl = "http://bench.test"

const components = 10
const days = 90

/** A public page of ten components with 90 days of history, each with one outage. */
export async function makePage(ctx: Context) {
  const { pool } = ctx.database
  const { id: projectId } = await createProject(ctx, { name: "Bench", plan: "pro" })
  const { id, slug } = await createStatusPage(ctx, {
    projectId,
    name: "Acme Cloud",
    slug: "acme-cloud",
    isPublic: true,
  })
  for (let at = 1; at <= components; at += 1) {
    const monitorId = newId()
    await pool.query(
      `with made as (
         insert into monitor (id, project_id, name, kind, url, created_at, updated_at)
         values ($1, $2, $3, 'http', 'http://127.0.0.1:1/', now() - $4 * interval '1 day', now()) returning id),
       changed as (
         insert into status_change (id, monitor_id, "to", at, decided_at)
         select gen_random_uuid(), made.id, change.status::monitor_status, change.at, now()
           from made, (values ('operational', now() - $4 * interval '1 day'),
             ('offline', now() - $5 * interval '1 day'),
             ('operational', now() - $5 * interval '1 day' + interval '1 hour')) change (status, at))
       insert into monitor_state (monitor_id, status) select id, 'operational' from made`,
      [monitorId, projectId, `monitor ${at}`, days, 3 * at],
    )
    await attachMonitor(ctx, { statusPageId: id, monitorId, displayName: `Component ${at}` })
  }
  // The notify role does this for past days.
  await rollUp(ctx)
  return {
    id,
    slug,
    projectId,
    ctx,
    /** Commits a new name. @returns publishes the change to the servers. */
    async rename(name: string): Promise<() => Promise<void>> {
      await pool.query("update status_page set name = $2 where id = $1", [id, name])
      const payload = { projectId, statusPageId: id }
      return () => ctx.bus.publish([{ topic: "status_page.changed", payload }])
    },
  }
}
