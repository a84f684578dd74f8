/**
 * A hook by which higher contexts take part in a transaction of a lower one. Handlers run in order; one that throws
 * rolls the transaction back.
 * @throws {Error} from `run` if no handler is registered, because src/graphql/hooks.ts was not loaded.
 */
export function createHook<Args extends unknown[]>(name: string) {
  const handlers: ((...args: Args) => Promise<void>)[] = []
  return {
    on(handler: (...args: Args) => Promise<void>): void {
      handlers.push(handler)
    },
    async run(...args: Args): Promise<void> {
      if (handlers.length === 0) throw new Error(`no handler is registered for the hook ${name}`)
      for (const handler of handlers) await handler(...args)
    },
  }
}
