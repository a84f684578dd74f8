import { setTimeout as sleep } from "node:timers/promises"
import type { CheckRow } from "../graphql/check/list.ts"
import { listChecks } from "../graphql/check/list.ts"
import type { Context } from "../graphql/context.ts"
import { DomainError } from "../graphql/errors.ts"
import { requestCheck } from "../graphql/monitor/request-check.ts"
import { checkOnce, nothingToJudge } from "../probe/check-once.ts"
import { listeningSince } from "../probe/shards.ts"

const pollMs = 100
/** Beyond two looks and the check of our own line. */
const patienceMs = 15_000

type Watched = { id: string; seq: number; timeoutSeconds: number }

/**
 * Has a monitor looked at now and answers the stored check. A running prober does it, with its own settings
 * and its own line; only where none runs it is done here.
 *
 * @throws {DomainError} unavailable where the prober gives no answer in time.
 */
export async function lookNow(ctx: Context, monitor: Watched): Promise<CheckRow> {
  if ((await listeningSince(ctx.database.pool)) === null) await checkOnce(ctx, monitor.id)
  else await askProber(ctx, monitor)
  const { rows } = await listChecks(ctx, monitor.seq, { first: 1 })
  if (rows[0] === undefined) throw new DomainError("conflict", nothingToJudge)
  return rows[0]
}

async function askProber(ctx: Context, { id, timeoutSeconds }: Watched): Promise<void> {
  const { checkRequestedAt: askedAt } = await requestCheck(ctx, id)
  const deadline = ctx.clock.monotonicMs() + 2000 * timeoutSeconds + patienceMs
  while (ctx.clock.monotonicMs() < deadline) {
    await sleep(pollMs)
    const { checkRequestedAt } = await ctx.database.prisma.monitor.findUniqueOrThrow({
      where: { id },
      select: { checkRequestedAt: true },
    })
    if (checkRequestedAt === null || (askedAt !== null && checkRequestedAt > askedAt)) return
  }
  throw new DomainError(
    "unavailable",
    "The running prober gave no answer in time; `watchkeeper doctor` may say why.",
  )
}
