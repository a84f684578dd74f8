import { DomainError } from "../graphql/kernel/errors.ts"
import { Refusal } from "../http/refusal.ts"
import type { Services } from "../platform/services.ts"

/** For what no message announces, such as an access token that expires. */
const recheckMs = 30_000

type Stream = {
  projectId: string
  /** Rejects once the caller has no access. */
  authenticate(): Promise<unknown>
  /** Ends the stream; the client then listens again. */
  end(): void
}

/** Ends a stream when its caller loses access, and after a gap, in which changes may have been missed. */
export function watchStream({ bus, log }: Services, { projectId, authenticate, end }: Stream) {
  const check = (): void => {
    authenticate().catch((error: unknown) => {
      if (error instanceof DomainError || error instanceof Refusal) end()
      else log.debug({ err: error }, "could not check the access of a stream")
    })
  }
  const timer = setInterval(check, recheckMs).unref()
  const stopAccess = bus.subscribe("access.changed", (one) => {
    if (one.projectId === projectId || one.projectId === null) check()
  })
  const stopGap = bus.onGap(end)
  return () => {
    clearInterval(timer)
    stopAccess()
    stopGap()
  }
}
