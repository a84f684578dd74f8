import { contextFor, type Context } from "../../../src/graphql/kernel/context.ts"
import { createPolicy } from "../../../src/graphql/on-call/policy/create-policy.ts"
import { createRotation } from "../../../src/graphql/on-call/rotation/create-rotation.ts"
import { pagingOf } from "../../support/paging.ts"
import { makeMember } from "../../support/people.ts"
import { makeProject, type World } from "../../support/world.ts"
import { utc } from "./rotations.ts"

/** A project with an editor and two viewers, who hand over daily at nine in Berlin since New Year. */
export async function makeCrew(world: World) {
  const project = await makeProject(world)
  const [ed, ada, bo] = [
    await makeMember(world, project.id, "editor", "Ed"),
    await makeMember(world, project.id, "viewer", "Ada"),
    await makeMember(world, project.id, "viewer", "Bo"),
  ]
  for (const { userId } of [ed, ada, bo]) {
    await pagingOf(world).channel({ userId }, "email")
    await pagingOf(world).channel({ userId }, "sms")
  }
  const rotation = await createRotation(ed.ctx, {
    projectId: project.id,
    name: "Primary",
    timeZone: "Europe/Berlin",
    layers: [
      {
        name: "Turns",
        startsAt: utc("2026-01-01T08:00"),
        handOver: { unit: "days", every: 1, time: "09:00" },
        participantIds: [ada.userId, bo.userId],
      },
    ],
  })
  const policy = await createPolicy(ed.ctx, {
    projectId: project.id,
    name: "Standard",
    rules: [
      { delayMinutes: 0, targets: [{ rotationId: rotation.id }] },
      { delayMinutes: 10, targets: [{ userId: ed.userId }, { rotationId: rotation.id }] },
    ],
  })
  return { projectId: project.id, ed, ada, bo, rotation, policy }
}

/** The same actor at another time. */
export const at = (world: World, { actor }: Context, now: Date): Context =>
  contextFor(clockAt(world, now), actor)

const clockAt = ({ services }: World, now: Date) => ({
  ...services,
  clock: { ...services.clock, now: () => now },
})
