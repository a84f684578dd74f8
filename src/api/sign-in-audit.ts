import { AsyncLocalStorage } from "node:async_hooks"
import type { Actor } from "../graphql/kernel/access.ts"
import { transactSql } from "../graphql/kernel/transaction.ts"
import { recordAccountAudit } from "../graphql/workspace/audit/record-account.ts"
import { createSharedRateLimiter } from "../platform/rate-limit/shared-rate-limiter.ts"
import type { Services } from "../platform/services.ts"
import { accountEntries, type AccountRequest, type SessionRow } from "./rules/account-entries.ts"

type Caller = { address: string | undefined; program: string | null }

/** Attackers cause failures, so only this many are recorded for each account. */
const failuresAnHour = 10

/**
 * Records sign-ins, failed ones, ended sessions and changes of an account in the audit logs of the person's projects,
 * each request at its end: only then is it known whether a session stays, or a second factor is asked for.
 */
export function createSignInAudit(services: Services) {
  const running = new AsyncLocalStorage<AccountRequest>()
  const failures = createSharedRateLimiter(services, "failed sign-in entries", {
    points: failuresAnHour,
    windowMs: 3_600_000,
  })

  async function record(notes: AccountRequest, { address, program }: Caller): Promise<void> {
    for (const { userId, isFailure, action, changes } of accountEntries(notes)) {
      if (isFailure && (await failures.consume(userId)) > 0) continue
      const person = await services.database.prisma.user.findUnique({ where: { id: userId } })
      if (person === null) continue
      const { name, email } = person
      // It may have been somebody else.
      const actor: Actor = isFailure
        ? { kind: "anonymous" }
        : { kind: "user", userId, sessionId: "", name, email }
      const known = {
        ...changes,
        address: address ?? "unknown",
        program: program?.slice(0, 200) ?? null,
      }
      await transactSql(services, (tx) =>
        recordAccountAudit(tx, actor, userId, action, { id: userId, name }, known),
      )
    }
  }

  return {
    /** Runs a request, and then records what the functions below noted of it. */
    async run(work: () => Promise<Response>, caller: Caller): Promise<Response> {
      const notes: AccountRequest = {
        path: "",
        isConfirmed: false,
        userId: null,
        sessionId: null,
        created: [],
        deleted: [],
        failure: null,
      }
      const response = await running.run(notes, work)
      await record(notes, caller)
      return response
    },
    created(session: SessionRow): void {
      running.getStore()?.created.push(session)
    },
    deleted(session: SessionRow): void {
      running.getStore()?.deleted.push(session)
    },
    /** What is known once the request was handled. */
    handled(what: Partial<AccountRequest>): void {
      const notes = running.getStore()
      if (notes !== undefined) Object.assign(notes, what)
    },
  }
}
