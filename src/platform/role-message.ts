import type { ChildProcess } from "node:child_process"
import { z } from "zod"
import { setDiskScarce } from "./resources/shortage.ts"

/** Messages from a role to its supervisor. */
export const roleMessage = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ready"), address: z.string().nullable() }),
  /** It cannot start for a reason that a person can fix. */
  z.object({ kind: z.literal("refused"), reason: z.string() }),
  /** Another role is needed from now on, which is not started before. */
  z.object({ kind: z.literal("wanted"), role: z.literal("telemetry") }),
  /** The response to `ask`. */
  z.object({ kind: z.literal("alive") }),
])
export type RoleMessage = z.output<typeof roleMessage>

/** Messages from the supervisor to a role. */
const supervisorMessage = z.discriminatedUnion("kind", [
  /** To a role that was started before its database was there. */
  z.object({ kind: z.literal("database"), connectionString: z.string() }),
  /** Whether its event loop goes on. */
  z.object({ kind: z.literal("ask") }),
  /** Whether the disk of an embedded database is nearly full. */
  z.object({ kind: z.literal("disk"), isScarce: z.boolean() }),
])
export type SupervisorMessage = z.output<typeof supervisorMessage>

/** Sends a message to a role, unless it has ended. */
export const tellRole = (child: ChildProcess, message: SupervisorMessage): void => {
  // A role that ends meanwhile is noticed by its end.
  if (child.connected) child.send(message, () => undefined)
}

/**
 * Answers the supervisor from now on. To be called once, before anything waits: a message that comes without a
 * listener is lost.
 *
 * @returns resolves when the supervisor hands over the database; never in a process without a supervisor.
 */
export function listenToSupervisor(): { untilDatabase(): Promise<string> } {
  const database = Promise.withResolvers<string>()
  process.on("message", (value) => {
    const message = supervisorMessage.parse(value)
    if (message.kind === "ask") void tellSupervisor({ kind: "alive" })
    else if (message.kind === "disk") setDiskScarce(message.isScarce)
    else database.resolve(message.connectionString)
  })
  process.channel?.unref()
  return {
    async untilDatabase() {
      // Nothing else keeps the process running while it waits.
      process.channel?.ref()
      const connectionString = await database.promise
      process.channel?.unref()
      return connectionString
    },
  }
}

/** Resolves when the message is on its way; at once in a process without a supervisor. */
export function tellSupervisor(message: RoleMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined) resolve()
    else process.send(message, undefined, undefined, () => resolve())
  })
}
