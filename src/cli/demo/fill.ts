import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { Monitor, Project, StatusPage } from "../../../prisma/generated/client.ts"
import type { Context } from "../../graphql/kernel/context.ts"
import { createMonitor } from "../../graphql/monitoring/monitor/write/create-monitor.ts"
import { pauseMonitor } from "../../graphql/monitoring/monitor/silence/pause-monitor.ts"
import { resumeMonitor } from "../../graphql/monitoring/monitor/silence/resume-monitor.ts"
import { updateMonitor } from "../../graphql/monitoring/monitor/write/update-monitor.ts"
import { createProject } from "../../graphql/workspace/project/create-project.ts"
import { freshPassword } from "../account.ts"
import { makeAccount, makeOwner } from "../make-account.ts"
import { ensureDemoPage } from "./demo-page.ts"
import { fillHistory } from "./demo-history.ts"
import type { DemoMonitor } from "./demo-targets.ts"
import { labelMonitors, makeSlos, makeTeam, planMaintenance } from "./demo-team.ts"

export type Filled = {
  project: Project
  monitors: Monitor[]
  page: StatusPage
  email: string
  password: string
}

const email = "demo@example.com"

/** Creates the demo's project, monitors and account; later runs reuse them with new ports. */
export async function fillDemo(ctx: Context, wanted: DemoMonitor[]): Promise<Filled> {
  const { prisma } = ctx.database
  const password = await loadPassword(ctx.env.DATA_DIR)
  const user =
    (await prisma.user.findUnique({ where: { email } })) ??
    (await makeAccount(ctx, { email, name: "Ada Lovelace", password }))
  const held = await prisma.project.findFirst({ where: { name: "Demo" }, orderBy: { id: "asc" } })
  const project = held ?? (await createProject(ctx, { name: "Demo", plan: "pro" }))
  await makeOwner(ctx, user, [project])
  const monitors: Monitor[] = []
  for (const one of wanted) monitors.push(await ensureMonitor(ctx, project.id, one))
  if (held === null) {
    await fillHistory(ctx, project.id, monitors)
    await labelMonitors(ctx, project.id, monitors)
    await makeTeam(ctx, project.id, user)
    await planMaintenance(ctx, project.id, monitors)
    await makeSlos(ctx, project.id, monitors)
  }
  const page = await ensureDemoPage(ctx, project.id, monitors)
  return { project, monitors, page, email, password }
}

async function ensureMonitor(ctx: Context, projectId: string, wanted: DemoMonitor) {
  const { name, kind, input } = wanted
  const held = await ctx.database.prisma.monitor.findFirst({
    where: { projectId, name, kind, deletedAt: null },
    orderBy: { id: "asc" },
  })
  if (held === null) return createMonitor(ctx, { projectId, kind, name, ...input })
  await updateMonitor(ctx, held.id, input)
  return resumeMonitor(ctx, held.id)
}

/** Pauses the monitors, whose targets end with the demo, so that nobody is alerted later. */
export async function retireDemo(ctx: Context, monitors: Monitor[]): Promise<void> {
  for (const { id } of monitors) await pauseMonitor(ctx, id)
}

/** Stored, because the account is created only once. */
async function loadPassword(dataDir: string): Promise<string> {
  const path = join(dataDir, "demo.password")
  try {
    await writeFile(path, `${freshPassword()}\n`, { flag: "wx", mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error
  }
  return (await readFile(path, "utf8")).trim()
}
