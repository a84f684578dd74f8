import { setTimeout as sleep } from "node:timers/promises"
import { listChecks, type CheckRow } from "../graphql/monitoring/check/list-checks.ts"
import type { Context } from "../graphql/kernel/context.ts"
import { DomainError } from "../graphql/kernel/errors.ts"
import { requestCheck } from "../graphql/monitoring/monitor/state/request-check.ts"
import { checkOnce, nothingToJudge } from "../probe/check-once.ts"
import { listeningSince } from "../probe/shards.ts"
import { commandName } from "../platform/command-name.ts"

const pollMs = 100
/** Longer than two attempts and the check of our own network. */
const patienceMs = 15_000

type Watched = { id: string; seq: number; timeoutSeconds: number }

/**
 * Checks a monitor now and returns the stored check. A running prober does it, with its own settings and network;
 * if none runs, this process does.
 * @throws {DomainError} unavailable if the prober does not respond in time.
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
    `The prober did not respond in time. Run \`${commandName} doctor\` to find out why.`,
  )
}
