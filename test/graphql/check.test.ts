import { expect, test } from "vitest"
import { asWritten } from "../../src/findings/finding.ts"
import { say } from "../../src/findings/say.ts"
import { said } from "../support/findings.ts"
import type { Actor } from "../../src/graphql/kernel/access.ts"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import { deleteMonitor } from "../../src/graphql/monitoring/monitor/write/delete-monitor.ts"
import { pauseMonitor } from "../../src/graphql/monitoring/monitor/silence/pause-monitor.ts"
import { newId } from "../../src/platform/id.ts"
import { ask, keyActor } from "../support/ask.ts"
import { checkOf, offline } from "../support/checks.ts"
import { listen } from "../support/listen.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const system: Actor = { kind: "system", name: "test" }
const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 9, 0, second))

async function make(name = "db", failureThreshold = 1) {
  const { id: projectId } = await makeProject(world)
  return createMonitor(world.system, {
    projectId,
    kind: "tcp",
    name,
    host: "127.0.0.1",
    port: 1,
    failureThreshold,
  })
}

type Monitor = Awaited<ReturnType<typeof make>>
const record = (monitor: Monitor, seconds: number[], members = {}) =>
  recordChecks(
    world.services,
    seconds.map((second) => checkOf(monitor, at(second), members)),
  )

async function open(actor: Actor, source: string, variables: Record<string, unknown>) {
  const opened = await listen(world, actor, source, variables)
  if ("errors" in opened) throw new Error(JSON.stringify(opened.errors))
  return opened.stream
}

const pageQuery = `query ($id: ID!, $first: Int, $after: String, $from: DateTime, $to: DateTime, $statuses: [MonitorStatus!]) {
  monitor(id: $id) {
    checks(first: $first, after: $after, from: $from, to: $to, statuses: $statuses) {
      edges { cursor node { startedAt status } }
      pageInfo { hasNextPage hasPreviousPage endCursor }
    }
  }
}`

type Paged = {
  monitor: {
    checks: {
      edges: { node: { startedAt: string } }[]
      pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; endCursor: string | null }
    }
  }
}

async function page(id: string, variables: Record<string, unknown> = {}) {
  const { data, errors } = await ask(world, system, pageQuery, { id, ...variables })
  expect(errors).toEqual([])
  const { edges, pageInfo } = (data as Paged).monitor.checks
  return { seconds: edges.map(({ node }) => new Date(node.startedAt).getSeconds()), ...pageInfo }
}

test("checks are paginated newest first while new ones arrive", async () => {
  const monitor = await make()
  await record(monitor, [1, 2, 3, 4, 5])
  const first = await page(monitor.id, { first: 2 })
  expect(first).toMatchObject({ seconds: [5, 4], hasNextPage: true, hasPreviousPage: false })
  await record(monitor, [6, 7])
  const second = await page(monitor.id, { first: 2, after: first.endCursor })
  expect(second).toMatchObject({ seconds: [3, 2], hasNextPage: true, hasPreviousPage: true })
  const last = await page(monitor.id, { first: 2, after: second.endCursor })
  expect(last).toMatchObject({ seconds: [1], hasNextPage: false })
  expect((await page(monitor.id)).seconds).toEqual([7, 6, 5, 4, 3, 2, 1])
})

test("checks are filtered by time and status, and an invalid page is refused", async () => {
  const monitor = await make()
  await record(monitor, [1, 2])
  await record(monitor, [3], offline)
  await record(monitor, [4])
  const { seconds } = await page(monitor.id, { from: at(2).toISOString(), to: at(4).toISOString() })
  expect(seconds).toEqual([3, 2])
  expect((await page(monitor.id, { statuses: ["OFFLINE"] })).seconds).toEqual([3])
  expect((await page(monitor.id, { statuses: [] })).seconds).toEqual([])
  for (const variables of [{ first: 101 }, { first: -1 }, { after: "nonsense" }]) {
    const { errors } = await ask(world, system, pageQuery, { id: monitor.id, ...variables })
    expect(errors).toMatchObject([{ code: "validation_failed", path: "monitor.checks" }])
  }
})

test("a check returns everything it observed", async () => {
  const monitor = await make()
  await record(monitor, [1], {
    ...offline,
    warnings: [{ code: "unsolicited_continue", parameters: {} }],
    phases: { dnsMs: 1, connectMs: 2, tlsMs: 3.5, firstByteMs: 4, transferMs: null },
    httpStatus: 503,
    certificate: {
      subject: "CN=shop",
      issuer: "CN=ca",
      names: ["shop.example"],
      validFrom: "2026-01-01T00:00:00.000Z",
      expiresAt: "2027-01-01T00:00:00.000Z",
      fingerprint256: "AA:BB",
    },
    assertions: [{ name: "status", passed: false, expected: "200-299", seen: "503" }],
    egress: [{ anchor: "192.0.2.1:443", reachable: true, durationMs: 5.5 }],
    evidence: { head: "HTTP/1.1 503", body: Uint8Array.of(104, 105, 255) },
  })
  const { data, errors } = await ask(
    world,
    system,
    `query ($id: ID!) { monitor(id: $id) {
      status lastCheckStatus lastCheckReason
      checks { edges { node {
        id startedAt status failureClass reason warnings warningFindings { code text german: text(language: DE) } attempts durationMs dnsMs connectMs tlsMs firstByteMs
        transferMs httpStatus address certificateExpiresAt
        certificate { subject issuer names validFrom expiresAt fingerprint256 }
        assertions { name passed expected seen } firstAttempt { failureClass reason }
        egress { anchor isReachable durationMs } evidence { head body bodyBase64 }
      } } }
      statusChanges { edges { node { from to at reason } } }
    } }`,
    { id: monitor.id },
  )
  expect(errors).toEqual([])
  expect(data).toEqual({
    monitor: {
      status: "OFFLINE",
      lastCheckStatus: "OFFLINE",
      lastCheckReason: said(offline),
      checks: {
        edges: [
          {
            node: {
              id: `${monitor.seq}-${at(1).getTime()}`,
              startedAt: at(1).toISOString(),
              status: "OFFLINE",
              failureClass: "CONNECT_REFUSED",
              reason: said(offline),
              warnings: ["The server sent an unsolicited 100 (Continue)."],
              warningFindings: [
                {
                  code: "unsolicited_continue",
                  text: "The server sent an unsolicited 100 (Continue).",
                  german: "Der Server sendete unaufgefordert 100 (Continue).",
                },
              ],
              attempts: 2,
              durationMs: 12.5,
              dnsMs: 1,
              connectMs: 2,
              tlsMs: 3.5,
              firstByteMs: 4,
              transferMs: null,
              httpStatus: 503,
              address: "127.0.0.1",
              certificateExpiresAt: "2027-01-01T00:00:00.000Z",
              certificate: {
                subject: "CN=shop",
                issuer: "CN=ca",
                names: ["shop.example"],
                validFrom: "2026-01-01T00:00:00.000Z",
                expiresAt: "2027-01-01T00:00:00.000Z",
                fingerprint256: "AA:BB",
              },
              assertions: [{ name: "status", passed: false, expected: "200-299", seen: "503" }],
              firstAttempt: {
                failureClass: "CONNECT_REFUSED",
                reason: "127.0.0.1 refused the connection.",
              },
              egress: [{ anchor: "192.0.2.1:443", isReachable: true, durationMs: 5.5 }],
              evidence: { head: "HTTP/1.1 503", body: "hiÿ", bodyBase64: "aGn/" },
            },
          },
        ],
      },
      statusChanges: {
        edges: [
          {
            node: {
              from: "UNKNOWN",
              to: "OFFLINE",
              at: at(1).toISOString(),
              reason: said(offline),
            },
          },
        ],
      },
    },
  })
})

test("why a check failed is data with words in each language, also in rows of older versions", async () => {
  const monitor = await make()
  const { prisma } = world.services.database
  const parameters = {
    tries: [{ endpoint: "db.example:5432", fault: "refused" as const, errorCode: null }],
    withinMs: null,
  }
  await recordChecks(world.services, [
    checkOf(monitor, at(1), {
      status: "offline",
      failureClass: "connect_refused",
      findings: [{ code: "not_connected", parameters }],
      firstAttempt: { failureClass: "timeout", findings: [asWritten("No response.")] },
    }),
  ])
  const row = { monitorSeq: monitor.seq, status: "offline" as const, durationMs: 1 }
  const firstAttempt = { failureClass: "timeout", reason: "Silence." }
  const old = { ...row, reason: "Connection lost.", detail: { firstAttempt } }
  await prisma.check.create({ data: { ...old, startedAt: at(0) } })
  const { data, errors } = await ask(
    world,
    system,
    `query ($id: ID!) { monitor(id: $id) { checks { edges { node {
      reason findings { code parameters text german: text(language: DE) }
      firstAttempt { reason findings { code text } }
    } } } } }`,
    { id: monitor.id },
  )
  expect(errors).toEqual([])
  const refused = "db.example:5432 refused the connection."
  const lost = "Connection lost."
  const nodes = [
    {
      reason: refused,
      findings: [
        {
          code: "not_connected",
          parameters,
          text: refused,
          german: say([{ code: "not_connected", parameters }], "de"),
        },
      ],
      firstAttempt: {
        reason: "No response.",
        findings: [{ code: "as_written", text: "No response." }],
      },
    },
    {
      reason: lost,
      findings: [{ code: "as_written", parameters: { text: lost }, text: lost, german: lost }],
      firstAttempt: {
        reason: "Silence.",
        findings: [{ code: "as_written", text: "Silence." }],
      },
    },
  ]
  expect(data).toEqual({ monitor: { checks: { edges: nodes.map((node) => ({ node })) } } })
  const { actor } = (await makeMember(world, monitor.projectId, "viewer")).ctx
  const german = await ask(
    world,
    { ...actor, language: "de" } as Actor,
    `query ($id: ID!) { monitor(id: $id) { checks(first: 1) { edges { node {
      reason findings { text english: text(language: EN) parts { text isEvidence } }
    } } } } }`,
    { id: monitor.id },
  )
  const node = {
    reason: refused,
    findings: [
      {
        text: "db.example:5432 lehnt die Verbindung ab.",
        english: refused,
        parts: [
          { text: "db.example:5432", isEvidence: true },
          { text: " lehnt die Verbindung ab.", isEvidence: false },
        ],
      },
    ],
  }
  expect(german).toEqual({ data: { monitor: { checks: { edges: [{ node }] } } }, errors: [] })
  expect(await prisma.check.findFirst({ where: { monitorSeq: monitor.seq, startedAt: at(1) } }))
    // New rows have no sentence.
    .toMatchObject({ reason: null })
})

const event = (change: object) => ({ monitorStatusChanged: change })

const statusStream = `subscription ($projectId: ID!, $monitorIds: [ID!]) {
  monitorStatusChanged(projectId: $projectId, monitorIds: $monitorIds) {
    isSnapshot from to at reason monitor { name status isPaused }
  }
}`

test("a status stream starts with the current state and sends each change", async () => {
  const monitor = await make()
  const { projectId } = monitor
  const idle = await createMonitor(world.system, {
    projectId,
    kind: "ping",
    name: "gate",
    host: "192.0.2.1",
  })
  await record(monitor, [1], offline)
  const stream = await open(system, statusStream, { projectId })
  expect(await stream.next()).toEqual(
    event({
      isSnapshot: true,
      from: "UNKNOWN",
      to: "OFFLINE",
      at: at(1).toISOString(),
      reason: said(offline),
      monitor: { name: "db", status: "OFFLINE", isPaused: false },
    }),
  )
  expect(await stream.next()).toEqual(
    event({
      isSnapshot: true,
      from: null,
      to: "UNKNOWN",
      at: idle.createdAt.toISOString(),
      reason: null,
      monitor: { name: "gate", status: "UNKNOWN", isPaused: false },
    }),
  )
  const coming = stream.next()
  await record(monitor, [2])
  expect(await coming).toEqual(
    event({
      isSnapshot: false,
      from: "OFFLINE",
      to: "OPERATIONAL",
      at: at(2).toISOString(),
      reason: null,
      monitor: { name: "db", status: "OPERATIONAL", isPaused: false },
    }),
  )
  const paused = await pauseMonitor(world.system, monitor.id)
  expect(await stream.next()).toEqual(
    event({
      isSnapshot: false,
      from: "OPERATIONAL",
      to: "UNKNOWN",
      at: paused.pausedAt?.toISOString(),
      reason: "The monitor was paused.",
      monitor: { name: "db", status: "UNKNOWN", isPaused: true },
    }),
  )
  await stream.stop()
})

test("a status stream of some monitors sends nothing of others or of another project's", async () => {
  const mine = await make("mine")
  const foreign = await make("foreign")
  const { projectId } = mine
  const monitorIds = [mine.id, foreign.id, newId()]
  const stream = await open(system, statusStream, { projectId, monitorIds })
  expect(await stream.next()).toMatchObject({
    monitorStatusChanged: { isSnapshot: true, monitor: { name: "mine" } },
  })
  const coming = stream.next()
  await record(foreign, [1])
  await record(mine, [1])
  expect(await coming).toMatchObject({
    monitorStatusChanged: { isSnapshot: false, to: "OPERATIONAL", monitor: { name: "mine" } },
  })
  await stream.stop()
})

const checkStream = `subscription ($id: ID!) {
  checkRecorded(monitorId: $id) { isSnapshot check { id startedAt status durationMs } }
}`

test("a stream of checks starts with the last one and sends each new one", async () => {
  const monitor = await make()
  await record(monitor, [1, 2])
  const stream = await open(system, checkStream, { id: monitor.id })
  const recorded = (second: number, isSnapshot: boolean, status = "OPERATIONAL") => ({
    checkRecorded: {
      isSnapshot,
      check: {
        id: `${monitor.seq}-${at(second).getTime()}`,
        startedAt: at(second).toISOString(),
        status,
        durationMs: 12.5,
      },
    },
  })
  expect(await stream.next()).toEqual(recorded(2, true))
  const coming = stream.next()
  await record(monitor, [3])
  expect(await coming).toEqual(recorded(3, false))
  await record(monitor, [4], offline)
  expect(await stream.next()).toEqual(recorded(4, false, "OFFLINE"))
  await stream.stop()
})

test("streams of another project fail like those of an unknown project", async () => {
  const monitor = await make()
  const stranger = await makeMember(world, (await makeProject(world)).id, "owner")
  const key = keyActor((await makeProject(world)).id, newId(), ["monitors:read"])
  for (const actor of [stranger.ctx.actor, key, { kind: "anonymous" } as const]) {
    const code = actor.kind === "anonymous" ? "unauthorized" : "not_found"
    for (const [document, known, unknown] of [
      [statusStream, { projectId: monitor.projectId }, { projectId: newId() }],
      [checkStream, { id: monitor.id }, { id: newId() }],
    ] as const) {
      const refused = await listen(world, actor, document, known)
      expect(refused).toEqual({ errors: [{ code, message: expect.any(String) }] })
      expect(refused).toEqual(await listen(world, actor, document, unknown))
    }
  }
  await deleteMonitor(world.system, monitor.id)
  expect(await listen(world, system, checkStream, { id: monitor.id })).toEqual(
    await listen(world, system, checkStream, { id: newId() }),
  )
})

test("a stream ends when its reader's membership ends", async () => {
  const monitor = await make()
  const reader = await makeMember(world, monitor.projectId, "viewer")
  const stream = await open(reader.ctx.actor, checkStream, { id: monitor.id })
  const coming = stream.next()
  await record(monitor, [1])
  expect(await coming).toMatchObject({ checkRecorded: { isSnapshot: false } })
  await world.services.database.prisma.member.delete({ where: { id: reader.memberId } })
  const after = stream.next()
  after.catch(() => undefined)
  await record(monitor, [2])
  await expect(after).rejects.toThrow("There is no such monitor.")
  await expect(stream.next()).rejects.toThrow("the stream ended")
})
