import type { OnCallFeed } from "../../../../prisma/generated/client.ts"
import type { Services } from "../../../platform/services.ts"
import { sha256 } from "../../../platform/secret.ts"
import { permissionsOfRole } from "../../kernel/access.ts"
import { findGrant } from "../../kernel/find-grant.ts"
import { reader } from "../../kernel/transaction.ts"
import { readPlan } from "../schedule/read-plan.ts"
import type { CoveredShift, Rotation } from "../schedule/rules/rotation-rules.ts"
import { onCallAt, shiftsOf } from "../schedule/rules/shifts.ts"

/** The content of a calendar link. */
export type Feed = { name: string; shifts: FeedShift[] }

export type FeedShift = CoveredShift & {
  rotationId: string
  rotationName: string
  personName: string
}

const dayMs = 86_400_000
const pastDays = 30
const futureDays = 180

/**
 * Opens a calendar link: shifts of the last 30 and the next 180 days. Null if the token is unknown or revoked, if its
 * creator may no longer make it, or if its person has left the project.
 */
export async function readFeed(
  services: Pick<Services, "database" | "bus" | "clock">,
  token: string,
): Promise<Feed | null> {
  const { database, clock } = services
  const found = await database.prisma.onCallFeed.findUnique({
    where: { tokenHash: sha256(token), revokedAt: null },
    include: { project: { select: { name: true } } },
  })
  if (found === null) return null
  const { projectId, rotationId, userId, createdBy } = found
  if (createdBy !== null && !(await mayMake(database, found, createdBy))) return null
  const now = clock.now().getTime()
  const from = new Date(now - pastDays * dayMs)
  const until = new Date(now + futureDays * dayMs)
  const plan = await readPlan(reader(services), {
    projectId,
    from,
    until,
    policies: "none",
    ...(rotationId === null ? {} : { rotations: { id: rotationId } }),
  })
  if (userId !== null && !plan.members.has(userId)) return null
  const rotations = [...plan.rotations.values()]
  const nameOf = (id: string) => plan.names.get(id) ?? ""
  return {
    name: `${nameOf(userId ?? rotationId ?? "")} on call · ${found.project.name}`,
    shifts: rotations
      .flatMap((rotation) =>
        wholeShiftsOf(rotation, from, until).map((shift) => ({
          ...shift,
          rotationId: rotation.id,
          rotationName: rotation.name,
          personName: nameOf(shift.userId),
        })),
      )
      .filter((shift) => userId === null || shift.userId === userId)
      .toSorted((a, b) => a.from.getTime() - b.from.getTime()),
  }
}

/** The same permissions as to make it. */
async function mayMake(
  database: Services["database"],
  { projectId, userId }: Pick<OnCallFeed, "projectId" | "userId">,
  creatorId: string,
): Promise<boolean> {
  const grant = await findGrant(database, { projectId, userId: creatorId })
  if (grant === null) return false
  const isOwn = userId === null || userId === creatorId
  return permissionsOfRole(grant).has(isOwn ? "on_call:read" : "on_call:write")
}

/** Not cut at the window's edges, so that a shift has the same times whenever it is read. */
function wholeShiftsOf(rotation: Rotation, from: Date, until: Date): CoveredShift[] {
  const shifts = shiftsOf(rotation, from, until)
  return shifts.flatMap((shift, at) => {
    if (shift.kind === "gap") return []
    if (at > 0 && at < shifts.length - 1) return [shift]
    const whole = onCallAt(rotation, shift.from)
    return whole.kind === "gap" ? [] : [whole]
  })
}
