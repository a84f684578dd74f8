import { expect, test } from "vitest"
import { newId } from "../../src/platform/id.ts"
import { ask, keyActor } from "../support/ask.ts"
import { makeMember, makePerson } from "../support/people.ts"
import { makeProject, testEnv, useWorld } from "../support/world.ts"

const proxy = "http://ana:s3cret@proxy.example:3128"
const world = useWorld({ ...testEnv, HTTPS_PROXY: proxy, HTTP_PROXY: proxy })
const report = `{ installationReport { version postgresVersion databaseBytes usesRedis proxy monitors
  parts { name status detail } queues { queue status queued oldestDueSeconds } probers { proberId anchors reached }
  backup { isScheduled place name madeAt bytes verifiedAt } } }`

test("only the first account reads the installation's state", async () => {
  const operator = (await makePerson(world)).ctx.actor
  const { id: projectId } = await makeProject(world)
  const owner = (await makeMember(world, projectId, "owner")).ctx.actor
  const proberId = newId()
  await world.services.database.prisma.egressCheck.create({
    data: { proberId, anchors: 3, reached: 2, ipv6: false, at: new Date() },
  })
  const backup = { reason: "scheduled", place: "/srv/backups", version: "0.1.0" }
  await world.services.database.prisma.backup.createMany({
    data: [
      {
        ...backup,
        id: newId(),
        name: "newest",
        bytes: 2048,
        madeAt: new Date("2026-11-24T03:00Z"),
      },
      {
        ...backup,
        id: newId(),
        name: "verified",
        madeAt: new Date("2026-11-23T03:00Z"),
        verifiedAt: new Date("2026-11-23T03:05Z"),
      },
    ],
  })

  const viewer = `{ viewer { isOperator } }`
  expect(await ask(world, operator, viewer)).toMatchObject({
    data: { viewer: { isOperator: true } },
  })
  expect(await ask(world, owner, viewer)).toMatchObject({ data: { viewer: { isOperator: false } } })

  const { data, errors } = await ask(world, operator, report)
  expect(errors).toEqual([])
  expect(data).toMatchObject({
    installationReport: {
      postgresVersion: expect.stringMatching(/^\d+/),
      usesRedis: false,
      proxy: "proxy.example:3128",
      monitors: 0,
      parts: expect.arrayContaining([
        { name: "Database", status: "OK", detail: null },
        { name: "Live updates", status: "OK", detail: null },
      ]),
      queues: expect.arrayContaining([
        { queue: "PAGE", status: "OK", queued: 0, oldestDueSeconds: null },
      ]),
      probers: [{ proberId, anchors: 3, reached: 2 }],
      backup: {
        isScheduled: false,
        place: "/srv/backups",
        name: "newest",
        madeAt: "2026-11-24T03:00:00.000Z",
        bytes: 2048,
        verifiedAt: "2026-11-23T03:00:00.000Z",
      },
    },
  })

  const german = { ...operator, language: "de" } as typeof operator
  const found = `{ installationReport { parts { detail findings { code text } } } }`
  expect(await ask(world, german, found)).toMatchObject({
    data: {
      installationReport: {
        parts: expect.arrayContaining([
          {
            detail:
              "A prober reaches no IPv6 anchor, so failures over IPv6 are unknown. Repair IPv6 there, or remove its anchors from EGRESS_ANCHORS.",
            findings: [
              {
                code: "family_unreachable",
                text: expect.stringMatching(/^Ein Prüfer erreicht keine/),
              },
            ],
          },
        ]),
      },
    },
  })

  const codes = async (actor: typeof owner) =>
    (await ask(world, actor, report)).errors.map(({ code }) => code)
  expect(await codes(owner)).toEqual(["insufficient_scope"])
  expect(await codes(keyActor(projectId, newId(), ["monitors:read"]))).toEqual([
    "insufficient_scope",
  ])
  expect(await codes({ kind: "anonymous" })).toEqual(["unauthorized"])
})
