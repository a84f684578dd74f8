import { expect, test } from "vitest"
import { createMonitor } from "../../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import { setMonitorPolicy } from "../../../src/graphql/monitoring/monitor/on-call/set-monitor-policy.ts"
import { createOverride } from "../../../src/graphql/on-call/rotation/create-override.ts"
import { updateOverride } from "../../../src/graphql/on-call/rotation/update-override.ts"
import { createPolicy } from "../../../src/graphql/on-call/policy/create-policy.ts"
import { ask } from "../../support/ask.ts"
import { useWorld } from "../../support/world.ts"
import { at, makeCrew } from "./crew.ts"
import { utc } from "./rotations.ts"

const world = useWorld()

test("layers that are not saved are previewed by the rules of saved ones", async () => {
  const { projectId, ed, ada, bo } = await makeCrew(world)
  const preview = (participantIds: string[]) =>
    ask(
      world,
      ada.ctx.actor,
      `query ($projectId: ID!, $participantIds: [ID!]!) {
        rotationPreview(
          projectId: $projectId, timeZone: "Europe/Berlin"
          from: "2026-06-01T00:00:00Z", until: "2026-06-04T00:00:00Z"
          layers: [{
            name: "Days", startsAt: "2026-06-01T00:00:00Z", participantIds: $participantIds
            handOver: { unit: DAYS, every: 1, time: "09:00" }
            restrictions: [{ startTime: "09:00", endTime: "17:00" }]
          }]
        ) { shifts { startsAt user { name } sourceId } gaps { startsAt text } }
      }`,
      { projectId, participantIds },
    )
  const { data } = await preview([ada.userId, bo.userId])
  const { rotationPreview } = data as {
    rotationPreview: {
      shifts: { startsAt: string; user: { name: string }; sourceId: string }[]
      gaps: { startsAt: string }[]
    }
  }
  const { shifts, gaps } = rotationPreview
  expect(shifts.map((one) => `${one.startsAt.slice(5, 16)} ${one.user.name}`)).toEqual([
    "06-01T07:00 Bo",
    "06-02T07:00 Ada",
    "06-03T07:00 Bo",
  ])
  expect(gaps).toHaveLength(4)
  const { errors } = await preview([ed.userId, "nonsense"])
  expect(JSON.stringify(errors)).toContain("#/layers/0/participantIds/1")
})

test("a layer that never comes on call is warned of, with the reason", async () => {
  const { projectId, ada } = await makeCrew(world)
  const layer = {
    name: "Days",
    startsAt: "2026-06-01T00:00:00Z",
    participantIds: [ada.userId],
    handOver: { unit: "DAYS", every: 1, time: "09:00" },
  }
  const nights = [{ startTime: "20:00", endTime: "06:00" }]
  const idleOf = async (...layers: object[]) => {
    const { data } = await ask(
      world,
      ada.ctx.actor,
      `query ($projectId: ID!, $layers: [RotationLayerInput!]!) {
        rotationPreview(
          projectId: $projectId, timeZone: "Europe/Berlin", layers: $layers
          from: "2026-06-01T00:00:00Z", until: "2026-06-04T00:00:00Z"
        ) { idleLayers { text } }
      }`,
      { projectId, layers },
    )
    const { rotationPreview } = data as { rotationPreview: { idleLayers: { text: string }[] } }
    return rotationPreview.idleLayers.map(({ text }) => text)
  }
  expect(await idleOf(layer, { ...layer, restrictions: nights })).toEqual([])
  expect(await idleOf({ ...layer, restrictions: nights }, layer)).toEqual([
    "Layer 1 never comes on call: later layers cover all of its time.",
  ])
  // Begins and ends by day.
  const oneDay = { startsAt: "2099-06-01T08:00:00Z", endsAt: "2099-06-01T10:00:00Z" }
  expect(await idleOf(layer, { ...layer, ...oneDay })).toEqual([])
  const past = { startsAt: "2020-06-01T08:00:00Z", endsAt: "2020-06-01T10:00:00Z" }
  expect(await idleOf(layer, { ...layer, ...past })).toEqual(["Layer 2 is over: it has ended."])
  const soon = Date.now() + 3_600_000
  const hour = new Date(soon).getUTCHours()
  const apart = [
    {
      startTime: `${String((hour + 8) % 24).padStart(2, "0")}:00`,
      endTime: `${String((hour + 9) % 24).padStart(2, "0")}:00`,
    },
  ]
  const short = {
    startsAt: new Date(soon).toISOString(),
    endsAt: new Date(soon + 60_000).toISOString(),
  }
  expect(await idleOf(layer, { ...layer, ...short, restrictions: apart })).toEqual([
    "Layer 2 never comes on call: none of its turns falls within its active hours.",
  ])
})

test("an override's ends can be moved, a start only before it begins, by its creator only to shorten it", async () => {
  const { ed, ada, bo, rotation } = await makeCrew(world)
  const before = utc("2026-06-01T08:00")
  const window = {
    rotationId: rotation.id,
    startsAt: utc("2026-06-01T10:00"),
    endsAt: utc("2026-06-01T16:00"),
  }
  const asBo = at(world, bo.ctx, before)
  const { id } = await createOverride(asBo, { ...window, userId: ada.userId })
  await updateOverride(asBo, { id, endsAt: utc("2026-06-01T15:00") })
  const lacking = { code: "insufficient_scope" }
  const longer = { id, endsAt: utc("2026-06-01T15:30") }
  await expect(updateOverride(asBo, longer)).rejects.toMatchObject(lacking)
  await expect(
    updateOverride(at(world, ada.ctx, before), { id, endsAt: utc("2026-06-01T14:00") }),
  ).rejects.toMatchObject(lacking)
  expect(await updateOverride(at(world, ed.ctx, before), longer)).toMatchObject({
    startsAt: window.startsAt,
    endsAt: longer.endsAt,
  })
  const during = at(world, ed.ctx, utc("2026-06-01T12:00"))
  await expect(
    updateOverride(during, { id, startsAt: utc("2026-06-01T11:00") }),
  ).rejects.toMatchObject({ issues: [{ pointer: "#/startsAt" }] })
  const after = at(world, ed.ctx, utc("2026-06-01T17:00"))
  await expect(updateOverride(after, longer)).rejects.toMatchObject({ code: "conflict" })
})

test("a policy lists the monitors that use it, and is played through by itself", async () => {
  const { projectId, ed, policy } = await makeCrew(world)
  const other = await createPolicy(ed.ctx, { projectId, name: "Quiet" })
  const [api, shop] = [
    await createMonitor(ed.ctx, { projectId, kind: "http", name: "API", url: "https://a.example" }),
    await createMonitor(ed.ctx, {
      projectId,
      kind: "http",
      name: "Shop",
      url: "https://b.example",
    }),
  ]
  await setMonitorPolicy(ed.ctx, api.id, other.id)
  const read = async (id: string) => {
    const { data, errors } = await ask(
      world,
      ed.ctx.actor,
      `query ($id: ID!) { onCallPolicy(id: $id) {
        monitorCount
        monitors { edges { node { id } } }
        simulation(at: "2026-06-01T10:00:00Z") { isDefaultPolicy steps { ruleOrder users { name } } }
      } }`,
      { id },
    )
    expect(errors ?? []).toEqual([])
    return data?.["onCallPolicy"]
  }
  expect(await read(policy.id)).toMatchObject({
    monitorCount: 1,
    monitors: { edges: [{ node: { id: shop.id } }] },
    simulation: {
      isDefaultPolicy: false,
      steps: [
        { ruleOrder: 1, users: [{ name: "Bo" }] },
        { ruleOrder: 2, users: [{ name: "Ed" }, { name: "Bo" }] },
      ],
    },
  })
  expect(await read(other.id)).toMatchObject({
    monitorCount: 1,
    monitors: { edges: [{ node: { id: api.id } }] },
    simulation: { steps: [{ ruleOrder: 0 }] },
  })
})
