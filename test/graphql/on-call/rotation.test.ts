import { expect, test } from "vitest"
import { createRotation } from "../../../src/graphql/on-call/rotation/create-rotation.ts"
import { updateRotation } from "../../../src/graphql/on-call/rotation/update-rotation.ts"
import { ask } from "../../support/ask.ts"
import { makeMember } from "../../support/people.ts"
import { makeProject, useWorld } from "../../support/world.ts"
import { makeCrew } from "./crew.ts"
import { utc } from "./rotations.ts"

const world = useWorld()

test("a rotation is saved with its layers in one step, and returns its shifts and gaps", async () => {
  const { projectId, ed, ada, bo } = await makeCrew(world)
  const source = `mutation ($project: ID!, $layers: [RotationLayerInput!]) {
    createRotation(projectId: $project, name: "Nights", timeZone: "europe/berlin", layers: $layers) {
      id timeZone
      layers {
        order name startsAt endsAt
        handOver { unit every time weekday }
        participants { name isMember }
        restrictions { startWeekday startTime endWeekday endTime }
      }
      shifts(from: "2026-03-28T00:00:00Z", until: "2026-03-30T00:00:00Z") {
        startsAt endsAt user { name } source
      }
      gaps(from: "2026-03-28T00:00:00Z", until: "2026-03-30T00:00:00Z") {
        startsAt endsAt reason text user { name }
      }
    }
  }`
  const { data, errors } = await ask(world, ed.ctx.actor, source, {
    project: projectId,
    layers: [
      {
        name: "Weeknights",
        startsAt: "2026-01-05T00:00:30Z",
        handOver: { unit: "WEEKS", every: 1, time: "18:00", weekday: "FRIDAY" },
        participantIds: [ada.userId, bo.userId],
        restrictions: [{ startTime: "22:00", endTime: "06:00" }],
      },
    ],
  })
  expect(errors).toEqual([])
  expect(data).toMatchObject({
    createRotation: {
      timeZone: "Europe/Berlin",
      layers: [
        {
          order: 1,
          name: "Weeknights",
          startsAt: "2026-01-05T00:00:00.000Z",
          endsAt: null,
          handOver: { unit: "WEEKS", every: 1, time: "18:00", weekday: "FRIDAY" },
          participants: [
            { name: "Ada", isMember: true },
            { name: "Bo", isMember: true },
          ],
          restrictions: [
            { startWeekday: null, startTime: "22:00", endWeekday: null, endTime: "06:00" },
          ],
        },
      ],
      // Clocks go forward on the 29th, so that night is an hour shorter.
      shifts: [
        { startsAt: "2026-03-28T00:00:00.000Z", endsAt: "2026-03-28T05:00:00.000Z" },
        { startsAt: "2026-03-28T21:00:00.000Z", endsAt: "2026-03-29T04:00:00.000Z" },
        { startsAt: "2026-03-29T20:00:00.000Z", endsAt: "2026-03-30T00:00:00.000Z" },
      ].map((shift) => ({ ...shift, user: { name: "Ada" }, source: "LAYER" })),
      gaps: [
        { startsAt: "2026-03-28T05:00:00.000Z", endsAt: "2026-03-28T21:00:00.000Z" },
        { startsAt: "2026-03-29T04:00:00.000Z", endsAt: "2026-03-29T20:00:00.000Z" },
      ].map((gap) => ({
        ...gap,
        reason: "UNCOVERED",
        text: "No layer of the rotation counts at this time.",
        user: null,
      })),
    },
  })
})

test("saving layers again keeps the id at each position and none of the previous contents", async () => {
  const { ed, bo, rotation } = await makeCrew(world)
  const read = () =>
    world.services.database.prisma.rotationLayer.findMany({
      where: { rotationId: rotation.id },
      orderBy: { order: "asc" },
      include: { participants: true, restrictions: true },
    })
  const [first] = await read()
  const layer = {
    name: "Hours",
    startsAt: utc("2026-02-01T00:00"),
    handOver: { unit: "hours" as const, every: 12 },
    participantIds: [bo.userId],
  }
  await updateRotation(ed.ctx, { id: rotation.id, layers: [layer, { ...layer, name: "Top" }] })
  expect(await read()).toMatchObject([
    {
      id: first?.id,
      name: "Hours",
      handOverUnit: "hours",
      handOverMinute: null,
      participants: [{ order: 1, userId: bo.userId }],
    },
    { order: 2, name: "Top" },
  ])
  await updateRotation(ed.ctx, { id: rotation.id, layers: [] })
  expect(await read()).toEqual([])
})

test("an invalid rotation is refused with a pointer", async () => {
  const { projectId, ed, ada } = await makeCrew(world)
  const stranger = await makeMember(world, (await makeProject(world)).id, "owner")
  const layer = {
    name: "Turns",
    startsAt: utc("2026-01-01T00:00"),
    handOver: { unit: "days", every: 1, time: "09:00" },
    participantIds: [ada.userId],
  }
  const days = { unit: "days", every: 1, time: "09:00" }
  const wrong: [object, string, string][] = [
    [{ name: "Primary" }, "#/name", "is taken by another rotation of this project"],
    [{ timeZone: "Berlin" }, "#/timeZone", "must be an IANA time zone such as Europe/Berlin"],
    [{ timeZone: "+01:00" }, "#/timeZone", "must be an IANA time zone such as Europe/Berlin"],
    [
      { layers: [{ ...layer, handOver: { ...days, time: "24:00" } }] },
      "#/layers/0/handOver/time",
      "must be a time of day from 00:00 to 23:59, such as 09:00",
    ],
    [
      { layers: [{ ...layer, handOver: { ...days, time: null } }] },
      "#/layers/0/handOver/time",
      "must be given, such as 09:00",
    ],
    [
      { layers: [{ ...layer, handOver: { ...days, every: 367 } }] },
      "#/layers/0/handOver/every",
      "must be a whole number from 1 to 366",
    ],
    [
      { layers: [{ ...layer, handOver: { ...days, unit: "hours" } }] },
      "#/layers/0/handOver/time",
      "must be omitted: hours count from the start of the layer",
    ],
    [
      { layers: [{ ...layer, handOver: { ...days, unit: "weeks" } }] },
      "#/layers/0/handOver/weekday",
      "must be given for weeks",
    ],
    [
      { layers: [{ ...layer, endsAt: layer.startsAt }] },
      "#/layers/0/endsAt",
      "must be later than startsAt",
    ],
    [
      { layers: [{ ...layer, startsAt: utc("1999-01-01T00:00") }] },
      "#/layers/0/startsAt",
      "must lie between the years 2000 and 2100",
    ],
    [
      { layers: [{ ...layer, participantIds: [] }] },
      "#/layers/0/participantIds",
      "must name at least one person",
    ],
    [
      { layers: [{ ...layer, participantIds: [ada.userId, stranger.userId] }] },
      "#/layers/0/participantIds/1",
      "must be the user of a member of the project",
    ],
    [
      { layers: [{ ...layer, restrictions: [{ startTime: "09:00", endTime: "09:00" }] }] },
      "#/layers/0/restrictions/0/endTime",
      "must differ from the start; omit the restriction if the layer is always active",
    ],
    [
      {
        layers: [
          { ...layer, restrictions: [{ startTime: "09:00", endTime: "10:00", endWeekday: 2 }] },
        ],
      },
      "#/layers/0/restrictions/0/startWeekday",
      "must be given too: a weekly restriction needs both weekdays",
    ],
  ]
  for (const [members, pointer, detail] of wrong) {
    const given = { projectId, name: "New", timeZone: "UTC", ...members }
    await expect(createRotation(ed.ctx, given)).rejects.toMatchObject({
      code: "validation_failed",
      issues: [{ pointer, detail }],
    })
  }
})

test("a window that is empty or longer than 366 days is refused", async () => {
  const { ed, rotation } = await makeCrew(world)
  const read = (until: string) =>
    ask(
      world,
      ed.ctx.actor,
      `query ($id: ID!, $until: DateTime!) { rotation(id: $id) {
        gaps(from: "2026-01-01T00:00:00Z", until: $until) { startsAt } } }`,
      { id: rotation.id, until },
    )
  const message = async (until: string) => (await read(until)).errors[0]?.message
  expect(await message("2027-01-03T00:00:00Z")).toBe(
    "The input is not valid: #/until must be at most 366 days after from",
  )
  expect(await message("2026-01-01T00:00:00Z")).toBe(
    "The input is not valid: #/until must be later than from",
  )
  expect((await read("2027-01-02T00:00:00Z")).errors).toEqual([])
})
