import { transact } from "../../../src/graphql/kernel/transaction.ts"
import { startEscalations } from "../../../src/graphql/on-call/escalation/start-escalation.ts"
import { newId } from "../../../src/platform/id.ts"
import { ownNetworkOf } from "../../../src/probe/check-target.ts"
import { watchEgress } from "../../../src/probe/egress-watch.ts"
import type { NetworkFinding } from "../../../src/probe/honest/finding.ts"
import { createAnchor } from "../../support/anchor.ts"
import { closedPort } from "../../support/listeners.ts"
import { startDnsServer } from "../../support/dns-server.ts"
import { makeMonitorRow } from "../../support/monitor-row.ts"
import { lanesOf } from "../../support/queue.ts"
import { soon } from "../../support/soon.ts"
import { makeProject } from "../../support/world.ts"
import type { Broken, Stage, Thing } from "./stage.ts"

/** A prober that has reported its network once. */
async function prober(
  { env: all, world }: Stage,
  env: NonNullable<Broken["env"]>,
  findings?: NetworkFinding[],
): Promise<Broken> {
  const services = { ...world.services, env: { ...all, ...env } }
  const network = ownNetworkOf(services)
  if (findings !== undefined) network.honesty.report = () => ({ findings, strange: [] })
  const { stop } = watchEgress(services, network)
  await soon(() => world.services.database.prisma.egressCheck.count()).toBe(1)
  return { env, mend: stop }
}

/** A process of a role that has not reported for two minutes. */
async function silent({ world }: Stage, role: string): Promise<Broken> {
  const { pool } = world.services.database
  const id = newId()
  await pool.query(
    `insert into resource_report (process_id, role, host, troubles, usage, at)
     values ($1, $2, 'other', '[]', '{}', now() - interval '2 minutes')`,
    [id, role],
  )
  return { mend: () => pool.query("delete from resource_report where process_id = $1", [id]) }
}

async function openAlert({ world }: Stage) {
  const { id: projectId } = await makeProject(world)
  const { alertId } = await lanesOf(world).page(projectId, ["sms"])
  await transact(world.services, (tx) => startEscalations(tx, [alertId]))
  const { pool } = world.services.database
  return {
    pool,
    alertId,
    async mend() {
      await pool.query("delete from delivery")
      await pool.query("delete from alert")
      await pool.query("update escalation_audit set faults = 0")
    },
  }
}

/** The network of the probers, the roles, and the work that they do. */
export const work: Record<string, Thing> = {
  "no prober reaches an anchor": {
    break: async (stage) => prober(stage, { EGRESS_ANCHORS: [`127.0.0.1:${await closedPort()}`] }),
    says: /No prober reaches any egress anchor: its network is dead, or EGRESS_ANCHORS is wrong/,
    doctor: /0 of 1 anchors prove/,
  },
  "one address family of a prober is dead": {
    async break(stage) {
      const six = createAnchor().listen(0, "::1")
      const four = stage.env.EGRESS_ANCHORS[0] ?? ""
      await new Promise((resolve) => six.once("listening", resolve))
      const { port } = six.address() as { port: number }
      const broken = await prober(stage, { EGRESS_ANCHORS: [four, `[::1]:${port}`] })
      six.close()
      const { pool } = stage.world.services.database
      await pool.query("update egress_check set reached = 1, ipv6 = false")
      return broken
    },
    says: /no IPv6 anchor, so failures over IPv6 are unknown\. Repair IPv6/,
  },
  "the name servers of a prober do not answer": {
    break: async (stage) => prober(stage, { RESOLVERS: [`127.0.0.1:${await closedPort()}`] }),
    says: /None of a prober's name servers responds.*set RESOLVERS/,
    doctor: /no response from/,
  },
  "a prober is behind a portal": {
    break: (stage) => prober(stage, {}, [{ code: "http_portal" }]),
    says: /A portal or a proxy in our own network answers plain HTTP/,
  },
  "the name servers give false answers": {
    async break(stage) {
      const lying = await startDnsServer(() => ({ rcode: "NXDOMAIN", answers: [] }))
      const finding = { code: "resolvers_lie", servers: [lying.server] } as const
      return prober(stage, { RESOLVERS: [lying.server] }, [{ ...finding, servers: [lying.server] }])
    },
    says: /give false answers/,
    doctor: /denies what every name server knows/,
  },
  "a prober is silent": {
    break: (stage) => silent(stage, "probe"),
    says: /No probe process has reported.*monitors are not checked\. Start it/,
  },
  "a notify process is silent": {
    break: async (stage) => ({ ...(await silent(stage, "notify")), role: "api" }),
    says: /No notify process has reported.*pages, messages and scheduled jobs wait\. Start it/,
  },
  "no prober checks the monitors": {
    async break({ world }) {
      const { id: projectId } = await makeProject(world)
      await makeMonitorRow(world, projectId)
      const { pool } = world.services.database
      await pool.query(
        "update monitor set updated_at = now() - interval '1 h', watched_since = now() - interval '1 h'",
      )
      return { mend: () => pool.query("delete from monitor") }
    },
    says: /1 of 1 monitor is overdue: no prober checks it\. Start a probe process/,
  },
  "pages wait in the queue": {
    async break(stage) {
      const { pool, mend } = await openAlert(stage)
      await pool.query("delete from alert")
      await stage.world.services.database.prisma.delivery.create({
        data: {
          id: newId(),
          queue: "page",
          event: "alert.created",
          target: `account:${newId()}`,
          subjectId: newId(),
          dedupeKey: newId(),
          payload: {},
          dueAt: new Date(Date.now() - 90_000),
        },
      })
      return { mend }
    },
    says: /oldest delivery of the page queue has been due for \d+ s\. Start a notify process/,
  },
  "nobody can be reached about an alert": {
    async break(stage) {
      const { pool, mend } = await openAlert(stage)
      await pool.query("update escalation set unreachable_since = now()")
      return { mend }
    },
    says: /Nobody could be reached about 1 of 1 open alert.*Correct their channels/,
  },
  "an open alert is not escalated": {
    async break(stage) {
      const { pool, mend } = await openAlert(stage)
      await pool.query("update escalation set state = 'ended', ended_at = now()")
      return { mend }
    },
    says: /1 of 1 open alert has no next step/,
  },
  "escalations are not audited": {
    async break(stage) {
      const { pool, mend } = await openAlert(stage)
      await pool.query("update escalation_audit set ended_at = now() - interval '5 minutes'")
      return { mend, isAuditorStopped: true }
    },
    says: /not recently verified that 1 open alert has a next step\. Start a notify process/,
  },
}
