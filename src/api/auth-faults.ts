import { AsyncLocalStorage } from "node:async_hooks"
import type { prismaAdapter } from "better-auth/adapters/prisma"
import { isUnavailable } from "../graphql/kernel/format-error.ts"

type AdapterFactory = ReturnType<typeof prismaAdapter>
type Adapter = ReturnType<AdapterFactory>

/**
 * better-auth reports an unreachable database as an internal error, or as a missing session. This records, per
 * request, that the database failed, so that the caller can report it instead.
 */
export function createAuthFaults() {
  const running = new AsyncLocalStorage<{ unavailable: unknown }>()

  function note(error: unknown): void {
    const request = running.getStore()
    if (request !== undefined && isUnavailable(error)) request.unavailable ??= error
  }

  /** @throws the database error, if there was one and `work` failed or `isRefusal` is true for its result. */
  async function reportOutage<T>(work: () => Promise<T>, isRefusal: (result: T) => boolean) {
    const request: { unavailable: unknown } = { unavailable: undefined }
    return running.run(request, async () => {
      const result = await work().catch((error: unknown) => {
        note(error)
        throw request.unavailable ?? error
      })
      if (request.unavailable !== undefined && isRefusal(result)) throw request.unavailable
      return result
    })
  }

  /** Wraps an adapter and records its failures. */
  const watch =
    (factory: AdapterFactory): AdapterFactory =>
    (options) =>
      new Proxy(factory(options), {
        get(adapter, name) {
          const member: unknown = adapter[name as keyof Adapter]
          if (typeof member !== "function") return member
          return (...given: unknown[]): unknown => {
            const result: unknown = Reflect.apply(member, adapter, given)
            // The caller handles the same rejection.
            if (result instanceof Promise) void result.catch(note)
            return result
          }
        },
      })

  return { note, reportOutage, watch }
}
