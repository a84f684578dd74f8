import { z } from "zod"

/** Messages from a role to its supervisor. */
export const roleMessage = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ready"), address: z.string().nullable() }),
  /** It cannot start for a reason that a person can fix. */
  z.object({ kind: z.literal("refused"), reason: z.string() }),
  /** Another role is needed from now on, which is not started before. */
  z.object({ kind: z.literal("wanted"), role: z.literal("telemetry") }),
])
export type RoleMessage = z.output<typeof roleMessage>

/** Resolves when the message is on its way; at once in a process without a supervisor. */
export function tellSupervisor(message: RoleMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined) resolve()
    else process.send(message, undefined, undefined, () => resolve())
  })
}
