import type { PingKind } from "../../../prisma/generated/enums.ts"
import { newId } from "../../id.ts"
import { sha256 } from "../../secret.ts"
import type { Services } from "../../services.ts"
import { notFound } from "../errors.ts"
import type { Transaction } from "../transaction.ts"
import { transact } from "../transaction.ts"

export type Ping = {
  kind: PingKind
  exitCode: number | null
  /** What the job sent along; the first 10 kB are kept. */
  body: string
  sourceIp: string
  userAgent: string
  method: string
}

const bodyBytes = 10_000
const userAgentLength = 500
const keptPings = 100

/**
 * Takes down what a job said. The secret is all the right that it needs.
 *
 * @throws {DomainError} not_found for a secret that no live monitor has.
 */
export async function recordPing(
  services: Pick<Services, "database" | "bus">,
  secret: string,
  ping: Ping,
): Promise<void> {
  const found = await services.database.prisma.monitor.findUnique({
    where: { heartbeatHash: sha256(secret), deletedAt: null },
    select: { id: true },
  })
  if (found === null) throw notFound("heartbeat")
  const monitorId = found.id
  await transact(services, async (tx) => {
    await moveState(tx, monitorId, ping.kind)
    await keepPing(tx, monitorId, ping)
    // A note changes nothing that could be judged, and nobody judges a paused monitor.
    if (ping.kind === "log") return
    const [judged] = await tx.db.$queryRaw<{ projectId: string }[]>`
      update monitor set check_requested_at = now()
       where id = ${monitorId}::uuid and deleted_at is null and paused_at is null
      returning project_id as "projectId"`
    if (judged !== undefined) tx.publish("monitor.check_requested", { ...judged, monitorId })
  })
}

/**
 * What the last word of the job is. A start moves the clock once: starts without an end between them must not
 * keep a job looking well that never finishes, and a failure stands until the job ends well.
 */
async function moveState({ db }: Transaction, monitorId: string, kind: PingKind): Promise<void> {
  if (kind === "log") return
  if (kind === "start") {
    await db.$executeRaw`
      update monitor_state
         set last_start_at = now(),
             last_ping_at = case when last_ping_kind in ('start', 'fail') then last_ping_at else now() end,
             last_ping_kind = case when last_ping_kind = 'fail' then last_ping_kind else 'start' end
       where monitor_id = ${monitorId}::uuid`
    return
  }
  await db.$executeRaw`
    update monitor_state set last_ping_at = now(), last_ping_kind = ${kind}::ping_kind
     where monitor_id = ${monitorId}::uuid`
}

async function keepPing({ db }: Transaction, monitorId: string, ping: Ping): Promise<void> {
  const { kind, exitCode, sourceIp, method } = ping
  const body = clean(Buffer.from(ping.body).subarray(0, bodyBytes).toString("utf8"))
  const userAgent = clean(ping.userAgent.slice(0, userAgentLength))
  await db.$executeRaw`
    insert into heartbeat_ping (id, monitor_id, kind, exit_code, body, source_ip, user_agent, method, at)
    values (${newId()}::uuid, ${monitorId}::uuid, ${kind}::ping_kind, ${exitCode}::int, ${body}, ${sourceIp},
            ${userAgent}, ${method}, now())`
  await db.$executeRaw`
    delete from heartbeat_ping
     where monitor_id = ${monitorId}::uuid
       and (at, id) <= (select at, id from heartbeat_ping where monitor_id = ${monitorId}::uuid
                         order by at desc, id desc offset ${keptPings} limit 1)`
}

/** PostgreSQL holds no NUL, and half a surrogate pair is no text. */
const clean = (text: string): string => text.replaceAll("\u0000", "").toWellFormed()
