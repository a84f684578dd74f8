import { expect, test } from "vitest"
import { createOverride } from "../../../src/graphql/on-call/rotation/create-override.ts"
import { deleteOverride } from "../../../src/graphql/on-call/rotation/delete-override.ts"
import { proposeSwap } from "../../../src/graphql/on-call/rotation/propose-swap.ts"
import {
  acceptSwap,
  cancelSwap,
  declineSwap,
} from "../../../src/graphql/on-call/rotation/settle-swap.ts"
import { removeMember } from "../../../src/graphql/workspace/member/remove-member.ts"
import { ask } from "../../support/ask.ts"
import { useWorld } from "../../support/world.ts"
import { at, makeCrew } from "./crew.ts"
import { utc } from "./rotations.ts"

const world = useWorld()

/** On June 1 Ada's shift ends at nine in Berlin; Bo's lasts until June 2. */
const now = utc("2026-06-01T05:00")
const [startsAt, endsAt] = [utc("2026-06-01T10:00"), utc("2026-06-01T16:00")]

async function makeShift() {
  const crew = await makeCrew(world)
  const shifts = async () => {
    const { data } = await ask(
      world,
      crew.ed.ctx.actor,
      `query ($id: ID!) { rotation(id: $id) {
        shifts(from: "2026-06-01T08:00:00Z", until: "2026-06-01T18:00:00Z") { startsAt user { name } }
      } }`,
      { id: crew.rotation.id },
    )
    const { rotation } = data as {
      rotation: { shifts: { startsAt: string; user: { name: string } }[] }
    }
    return rotation.shifts.map((one) => `${one.startsAt.slice(11, 16)} ${one.user.name}`)
  }
  const window = { rotationId: crew.rotation.id, startsAt, endsAt }
  return { ...crew, shifts, window }
}

test("an override puts a person, or nobody, on call, and deleting it ends it now", async () => {
  const { ed, ada, shifts, window } = await makeShift()
  expect(await shifts()).toEqual(["08:00 Bo"])
  const ctx = at(world, ed.ctx, now)
  const override = await createOverride(ctx, { ...window, userId: ada.userId })
  expect(await shifts()).toEqual(["08:00 Bo", "10:00 Ada", "16:00 Bo"])
  const nobody = await createOverride(ctx, { ...window, isNobody: true })
  expect(await shifts()).toEqual(["08:00 Bo", "16:00 Bo"])
  await deleteOverride(ctx, nobody.id)
  const midway = at(world, ed.ctx, utc("2026-06-01T12:30"))
  await deleteOverride(midway, override.id)
  expect(await shifts()).toEqual(["08:00 Bo", "10:00 Ada", "12:30 Bo"])
  await expect(deleteOverride(midway, override.id)).rejects.toMatchObject({ code: "conflict" })
  await expect(deleteOverride(midway, nobody.id)).rejects.toMatchObject({ code: "not_found" })
})

test("a viewer can override only their own shifts", async () => {
  const { ada, bo, ed, shifts, window } = await makeShift()
  const [asAda, asBo] = [at(world, ada.ctx, now), at(world, bo.ctx, now)]
  const lacking = { code: "insufficient_scope" }
  await expect(createOverride(asAda, { ...window, userId: ada.userId })).rejects.toMatchObject(
    lacking,
  )
  await expect(createOverride(asBo, { ...window, isNobody: true })).rejects.toMatchObject(lacking)
  const early = { ...window, startsAt: utc("2026-06-01T06:59"), userId: ada.userId }
  await expect(createOverride(asBo, early)).rejects.toMatchObject(lacking)
  const made = await createOverride(asBo, { ...window, userId: ada.userId })
  expect(await shifts()).toEqual(["08:00 Bo", "10:00 Ada", "16:00 Bo"])
  await expect(deleteOverride(asAda, made.id)).rejects.toMatchObject(lacking)
  await deleteOverride(asBo, made.id)
  const other = await createOverride(at(world, ed.ctx, now), { ...window, userId: ed.userId })
  await expect(deleteOverride(asBo, other.id)).rejects.toMatchObject(lacking)
})

test("an override with invalid people or times is refused with a pointer", async () => {
  const { ed, ada, window } = await makeShift()
  const stranger = (await makeCrew(world)).ada
  const ctx = at(world, ed.ctx, now)
  const good = { ...window, userId: ada.userId }
  const wrong: [object, string, string][] = [
    [{ userId: null }, "#/userId", "must be given unless isNobody is true, but not both"],
    [{ isNobody: true }, "#/userId", "must be given unless isNobody is true, but not both"],
    [{ userId: stranger.userId }, "#/userId", "must be the user of a member of the project"],
    [{ endsAt: startsAt }, "#/endsAt", "must be later than startsAt"],
    [{ startsAt: utc("2026-05-01T00:00"), endsAt: now }, "#/endsAt", "must be in the future"],
    [{ endsAt: utc("2027-06-03T00:00") }, "#/endsAt", "must be at most 366 days after startsAt"],
  ]
  for (const [members, pointer, detail] of wrong) {
    await expect(createOverride(ctx, { ...good, ...members })).rejects.toMatchObject({
      code: "validation_failed",
      issues: [{ pointer, detail }],
    })
  }
})

test("a swap becomes an override once, when the other person accepts", async () => {
  const { ada, bo, ed, shifts, window } = await makeShift()
  const [asAda, asBo] = [at(world, ada.ctx, now), at(world, bo.ctx, now)]
  const swap = await proposeSwap(asBo, { ...window, takerId: ada.userId, note: "Dentist" })
  expect(await shifts()).toEqual(["08:00 Bo"])
  await expect(acceptSwap(at(world, ed.ctx, now), swap.id)).rejects.toMatchObject({
    code: "insufficient_scope",
  })
  const settled = await Promise.allSettled([
    acceptSwap(asAda, swap.id),
    acceptSwap(asAda, swap.id),
    declineSwap(asAda, swap.id),
    cancelSwap(asBo, swap.id),
  ])
  const lost = settled.filter(({ status }) => status === "rejected")
  expect(lost).toHaveLength(3)
  expect(lost).toMatchObject(lost.map(() => ({ reason: { code: "conflict" } })))
  const again = await proposeSwap(asBo, {
    ...window,
    startsAt: utc("2026-06-01T17:00"),
    endsAt: utc("2026-06-01T18:00"),
    takerId: ada.userId,
  })
  const accepted = await acceptSwap(asAda, again.id)
  expect(accepted).toMatchObject({ state: "accepted" })
  expect(accepted.overrideId).not.toBeNull()
  expect((await shifts()).at(-1)).toBe("17:00 Ada")
  const { data } = await ask(
    world,
    ada.ctx.actor,
    `query ($id: ID!) { rotation(id: $id) { swaps(states: [ACCEPTED], first: 1) { edges { node {
      proposer { name } taker { name } note state override { user { name } }
    } } } } }`,
    { id: window.rotationId },
  )
  expect(data).toEqual({
    rotation: {
      swaps: {
        edges: [
          {
            node: {
              proposer: { name: "Bo" },
              taker: { name: "Ada" },
              note: "",
              state: "ACCEPTED",
              override: { user: { name: "Ada" } },
            },
          },
        ],
      },
    },
  })
})

test("only own shifts can be offered, and they must still be own shifts at acceptance", async () => {
  const { ada, bo, ed, window } = await makeShift()
  const [asAda, asBo] = [at(world, ada.ctx, now), at(world, bo.ctx, now)]
  await expect(proposeSwap(asAda, { ...window, takerId: bo.userId })).rejects.toMatchObject({
    code: "conflict",
  })
  await expect(proposeSwap(asBo, { ...window, takerId: bo.userId })).rejects.toMatchObject({
    issues: [{ pointer: "#/takerId" }],
  })
  const offer = () => proposeSwap(asBo, { ...window, takerId: ada.userId })
  const [late, given, declined] = [await offer(), await offer(), await offer()]
  expect(await declineSwap(asAda, declined.id)).toMatchObject({ state: "declined" })
  await createOverride(at(world, ed.ctx, now), { ...window, userId: ed.userId })
  await expect(acceptSwap(asAda, given.id)).rejects.toMatchObject({ code: "conflict" })
  const after = at(world, ada.ctx, endsAt)
  await expect(acceptSwap(after, late.id)).rejects.toMatchObject({ code: "conflict" })
  expect(await cancelSwap(at(world, ed.ctx, now), late.id)).toMatchObject({ state: "cancelled" })
  await removeMember(world.system, ada.memberId)
  await expect(offer()).rejects.toMatchObject({ issues: [{ pointer: "#/takerId" }] })
})
