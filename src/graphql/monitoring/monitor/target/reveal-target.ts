import type { Monitor } from "../../../../../prisma/generated/client.ts"
import type { Context } from "../../../kernel/context.ts"
import { heartbeatUrl } from "../heartbeat/heartbeat-secret.ts"
import { readableHeaders } from "../rules/monitor-headers.ts"
import { readSettings } from "../rules/read-target.ts"

/** Possible credentials are shown only to actors who could change them anyway. */

const hidden = "[hidden]"

const mayWrite = async ({ access }: Context, projectId: string): Promise<boolean> =>
  (await access.permissions(projectId)).includes("monitors:write")

export async function revealHeaders(ctx: Context, monitor: Monitor) {
  const isOpen = await mayWrite(ctx, monitor.projectId)
  const headers = readableHeaders(monitor.sealedHeaders, ctx.vault)
  return Object.entries(headers).map(([name, value]) => ({ name, value: isOpen ? value : hidden }))
}

export async function revealBody(ctx: Context, monitor: Monitor): Promise<string> {
  const { body } = readSettings(monitor.settings)
  return body === "" || (await mayWrite(ctx, monitor.projectId)) ? body : hidden
}

/** Null for other kinds, and for actors who may not see it. */
export async function revealHeartbeatUrl(ctx: Context, monitor: Monitor): Promise<string | null> {
  const { sealedHeartbeat, projectId } = monitor
  if (sealedHeartbeat === null || !(await mayWrite(ctx, projectId))) return null
  return heartbeatUrl(ctx.env.BASE_URL, sealedHeartbeat, ctx.vault)
}
