import { describe, expect, test } from "vitest"
import { createIngressLiveness as createProofs } from "../../src/api/ingress-liveness.ts"
import { newMachine } from "../../src/graphql/monitoring/check/rules/check-state.ts"
import { transition } from "../../src/graphql/monitoring/check/rules/transition.ts"
import { readTargets } from "../../src/graphql/monitoring/monitor/target/monitor-targets.ts"
import { systemClock } from "../../src/platform/clock.ts"
import type { Services } from "../../src/platform/services.ts"
import { createChecker } from "../../src/probe/check-target.ts"
import { createIngressLiveness } from "../../src/probe/ingress-liveness.ts"
import { makeMonitorRow } from "../support/monitor-row.ts"
import { moveClock } from "../support/moved-clock.ts"
import { makeProject, openWorld, type World } from "../support/world.ts"

/** Seconds of a timeline that moves two at a time. */
const stepSeconds = 2
const checkSeconds = 4
const startMs = Date.parse("2026-03-29T00:30:00Z")

type Fault = {
  from: number
  to: number
  /** What fails besides the pings, which are lost. */
  cuts: "line" | "ingress" | "api"
  /** Whether this installation can ask itself through its public name. */
  hasHairpin: boolean
}
const faults: [fault: string, Fault][] = [
  ["the line is cut for 145 s", { from: 131, to: 276, cuts: "line", hasHairpin: true }],
  [
    "the line is cut, and we cannot ask ourselves",
    { from: 131, to: 276, cuts: "line", hasHairpin: false },
  ],
  ["our ingress alone is cut for 145 s", { from: 131, to: 276, cuts: "ingress", hasHairpin: true }],
  [
    "our ingress is cut, and we cannot ask ourselves",
    { from: 131, to: 276, cuts: "ingress", hasHairpin: false },
  ],
  ["the api role is away for 145 s", { from: 131, to: 276, cuts: "api", hasHairpin: true }],
  ["the api role restarts within 3 s", { from: 131, to: 134, cuts: "api", hasHairpin: true }],
]

type Job = {
  minutes: number
  grace: number
  threshold: number
  /** When it pings first, in seconds. */
  phase: number
  stopsAt: number
}
const both = [1, 2]
/** Each pings at moments of its own, so that a short fault hits one of them. */
const jobsOf = ({ from, to }: Fault): Job[] => [
  ...both
    .flatMap((minutes) =>
      both.flatMap((threshold) => [0, 1].map((grace) => ({ minutes, grace, threshold }))),
    )
    .map((job, at) => ({ ...job, phase: 12 + 12 * at, stopsAt: Infinity })),
  ...[from - 20, from + 40, to + 30].flatMap((stopsAt, at) =>
    both.map((threshold) => ({ minutes: 1, grace: 1, threshold, phase: 4 + 18 * at, stopsAt })),
  ),
]

const table: string[] = []

describe.concurrent("faults of our own around heartbeats", () => {
  test.each(faults)("%s: no false outage, and a job that stops is found", async (name, fault) => {
    const world = await openWorld()
    try {
      const { falseOutages, missed, unknown } = await replay(world, fault)
      table.push(`| ${name} | ${falseOutages.length} | ${missed.length} | ${unknown} |`)
      expect({ falseOutages, missed }).toEqual({ falseOutages: [], missed: [] })
    } finally {
      await world.close()
    }
  })
})

test("the table of faults", () => {
  process.stdout.write(`| fault | false | missed | unknown |\n${table.join("\n")}\n`)
  expect(table).toHaveLength(faults.length)
})

/** Two seconds at a time: proofs, pings, and checks by the real prober. */
async function replay(world: World, fault: Fault) {
  const timeline = { second: 0 }
  const now = () => new Date(startMs + timeline.second * 1000)
  const clock = { ...systemClock, now, monotonicMs: () => timeline.second * 1000 }
  const services: Services = { ...world.services, clock }
  const { pool } = services.database
  const setClock = await moveClock(world)
  await setClock(now())
  const jobs = await insertJobs(world, jobsOf(fault))
  const isCut = () => timeline.second >= fault.from && timeline.second < fault.to
  const cuts = (what: Fault["cuts"]) => fault.cuts === what && isCut()
  const startApi = () => createProofs(services, () => Promise.resolve(fault.hasHairpin && !isCut()))
  let api = startApi()
  await api.beat()
  const liveness = await createIngressLiveness(services, now)
  const check = createChecker(services, { databaseNow: now, ...liveness })

  for (; timeline.second < fault.to + 260; timeline.second += stepSeconds) {
    const { second } = timeline
    await setClock(now())
    if (cuts("api")) api = startApi()
    else {
      if (second % 10 === 0) await api.ask()
      if (!cuts("line")) await proveEgress(pool)
      await api.beat()
    }
    if (!isCut()) {
      const heard = jobs.filter((job) => isPinging(job, second))
      await receive(pool, heard)
      if (heard.length > 0) api.notePing("93.184.216.34")
    }
    if (second % checkSeconds !== 0) continue
    await liveness.refresh()
    const { targets } = await readTargets(services)
    await Promise.all(
      targets.map(async (target) => {
        const result = await check(target)
        const job = jobs.find(({ id }) => id === target.monitorId)
        if (result !== null) job?.see(result, second)
      }),
    )
  }
  liveness.stop()
  const described = ({
    minutes,
    grace,
    threshold,
    phase,
    stopsAt,
    declaredAt,
  }: (typeof jobs)[number]) =>
    `every ${minutes} min + ${grace}, threshold ${threshold}, from ${phase} to ${stopsAt}: ${declaredAt}`
  const isTrue = ({ stopsAt, declaredAt }: (typeof jobs)[number]) => (declaredAt ?? 0) > stopsAt
  return {
    falseOutages: jobs.filter((job) => job.declaredAt !== null && !isTrue(job)).map(described),
    missed: jobs.filter((job) => job.stopsAt < Infinity && !isTrue(job)).map(described),
    unknown: jobs.filter((job) => job.wasUnknown).length,
  }
}

const isPinging = ({ phase, minutes, stopsAt }: Job, second: number): boolean =>
  second >= phase && (second - phase) % (minutes * 60) === 0 && second < stopsAt

async function insertJobs(world: World, jobs: Job[]) {
  const { id: projectId } = await makeProject(world)
  return Promise.all(
    jobs.map(async (job, at) => {
      const { id } = await makeMonitorRow(world, projectId, {
        name: `Job ${at}`,
        kind: "heartbeat",
        heartbeatIntervalMinutes: job.minutes,
        heartbeatGraceMinutes: job.grace,
        failureThreshold: job.threshold,
        watchedSince: new Date(startMs),
        state: { create: {} },
      })
      // Jobs that stop ping from the network of the first.
      const address = `93.184.${Math.min(at, 8) % 8}.34`
      return { ...job, id, address, ...createVerdict(job.threshold) }
    }),
  )
}

type Seen = Parameters<typeof transition>[1]

function createVerdict(failureThreshold: number) {
  const policy = { failureThreshold, recoveryThreshold: 1, flapWindowMinutes: 10, silence: null }
  let machine = newMachine()
  return {
    declaredAt: null as number | null,
    wasUnknown: false,
    see(seen: Seen, second: number): void {
      this.wasUnknown ||= seen.status === "unknown"
      const next = transition(machine, seen, policy)
      machine = next.machine
      if (next.decision === "declared" || next.decision === "reopened") this.declaredAt ??= second
    },
  }
}

type Pool = Services["database"]["pool"]

const receive = (pool: Pool, jobs: { id: string; address: string }[]) =>
  pool.query({
    name: "hear-jobs",
    text: `
      with heard as (select * from unnest($1::uuid[], $2::text[]) as job (id, address)),
      kept as (
        insert into heartbeat_ping (id, monitor_id, kind, source_ip, method, at)
        select gen_random_uuid(), id, 'success', address, 'GET', now() from heard)
      update monitor_state set last_ping_at = now(), last_ping_kind = 'success', is_pinged_publicly = true
       where monitor_id in (select id from heard)`,
    values: [jobs.map(({ id }) => id), jobs.map(({ address }) => address)],
  })

/** What a prober does while its line is up. */
const proveEgress = (pool: Pool) =>
  pool.query({
    name: "prove-line",
    text: `
      insert into prober (id, started_at, seen_at, ipv4_proved_at, weight)
      values ('0190f5fe-0000-7000-8000-000000000001', now(), now(), now(), 1)
      on conflict (id) do update set seen_at = now(), ipv4_proved_at = now()`,
  })
