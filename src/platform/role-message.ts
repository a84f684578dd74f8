import type { ChildProcess } from "node:child_process"
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

/** The message from the supervisor to a role that it started before its database was there. */
const databaseMessage = z.object({ connectionString: z.string() })

/** Hands a role its database. */
export const tellDatabase = (child: ChildProcess, connectionString: string): void => {
  if (child.connected) child.send({ connectionString } satisfies z.input<typeof databaseMessage>)
}

/** Resolves when the supervisor hands over the database; never in a process without a supervisor. */
export function untilDatabase(): Promise<string> {
  return new Promise((resolve) => {
    // Nothing else keeps the process running while it waits.
    process.channel?.ref()
    process.once("message", (value) => {
      process.channel?.unref()
      resolve(databaseMessage.parse(value).connectionString)
    })
  })
}

/** Resolves when the message is on its way; at once in a process without a supervisor. */
export function tellSupervisor(message: RoleMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined) resolve()
    else process.send(message, undefined, undefined, () => resolve())
  })
}
