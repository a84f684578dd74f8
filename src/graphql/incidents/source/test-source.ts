import type { TriggerEvent } from "../../../senders/sender-event.ts"
import type { Context } from "../../kernel/context.ts"
import { conflict } from "../../kernel/errors.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import { changeSource } from "./change-source.ts"
import { storeEvents } from "./store-events.ts"

const dedupKey = "watchkeeper-test"

/**
 * Raises a test alert as an event of the source would, which pages by its policy; one that is still open is repeated.
 *
 * @throws {DomainError} conflict if the source is disabled.
 */
export function testSource(ctx: Context, sourceId: string) {
  return changeSource(ctx, sourceId, async (tx, source) => {
    if (!source.isEnabled) throw conflict("The source is disabled. Enable it first.")
    const event: TriggerEvent = {
      action: "trigger",
      dedupKey,
      summary: source.name,
      urgency: null,
      severity: null,
      affected: null,
      labels: {},
      links: [],
      evidence: { test: true },
      at: null,
    }
    const keyed = [{ event, keys: [dedupKey] }]
    const [outcome] = await storeEvents({ tx, orm: tx }, source, keyed, {
      now: ctx.clock.now(),
      titleOf: () => ({ code: "source_test_alert", parameters: { source: source.name } }),
    })
    await recordAudit(tx, ctx.actor, "source.tested", source)
    return tx.db.alert.findUniqueOrThrow({ where: { id: outcome?.alertId ?? "" } })
  })
}
