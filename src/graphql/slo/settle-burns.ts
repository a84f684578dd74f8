import type { BurnSpeed, BurnDecision } from "../../../prisma/generated/enums.ts"
import type { Finding } from "../../findings/finding.ts"
import { newId } from "../../platform/id.ts"
import { raiseAlerts } from "../incidents/alert/raise-alert.ts"
import { retriggerAlerts } from "../incidents/alert/retrigger-alert.ts"
import { settleAlerts } from "../incidents/alert/settle-alert.ts"
import { countOutages } from "../incidents/incident/count-outages.ts"
import type { Transaction } from "../kernel/transaction.ts"
import type { MeasuredSlo } from "./measure-slo.ts"
import { pairs, speeds } from "./rules/burn-pairs.ts"
import { burnFindings, burnTitle, clearedBy, ratesOver } from "./rules/burn-findings.ts"
import { judgeBurn } from "./rules/judge-burn.ts"
import { exhaustedInMs } from "./rules/budget.ts"
import type { SloFigures } from "./slo-figures.ts"

type Moment = { now: Date; isSilent: boolean }

/**
 * Decides about both speeds and carries it out: each has at most one open alert. The caller has locked the SLO.
 *
 * @returns the speeds that burn too fast.
 */
export async function settleBurns(
  tx: Transaction,
  slo: MeasuredSlo,
  figures: SloFigures,
  moment: Moment,
): Promise<Set<BurnSpeed>> {
  const firing = new Set<BurnSpeed>()
  for (const speed of speeds) {
    if (await settleBurn(tx, { slo, figures, speed, ...moment })) firing.add(speed)
  }
  return firing
}

type Settling = Moment & { slo: MeasuredSlo; figures: SloFigures; speed: BurnSpeed }

async function settleBurn(tx: Transaction, settling: Settling): Promise<boolean> {
  const { slo, figures, speed, now, isSilent } = settling
  const where = { sloId_speed: { sloId: slo.id, speed } }
  const burn = await tx.db.sloBurn.findUnique({ where, include: { alert: true } })
  const factor = factorOf(slo, speed)
  const judged = judgeBurn({
    ...figures[speed],
    factor,
    now,
    isSilent,
    isFiring: burn?.isFiring ?? false,
    isSilenced: burn?.isSilenced ?? false,
    since: burn?.since ?? now,
    alert: burn?.alert ?? null,
  })
  const { decision, isFiring, isSilenced } = judged
  if (decision === null) {
    if (burn !== null && (burn.isSilenced !== isSilenced || burn.isFiring !== isFiring)) {
      await tx.db.sloBurn.update({ where, data: { isSilenced, isFiring } })
    }
    return isFiring
  }
  const before = burn?.alertId ?? null
  const { alertId, findings } = await carryOut(tx, settling, { decision, before })
  const state = { isFiring, isSilenced, since: now, alertId }
  await tx.db.sloBurn.upsert({ where, update: state, create: { sloId: slo.id, speed, ...state } })
  const { short: shortRate, long: longRate } = figures[speed]
  const isAbout = decision !== "silenced"
  await tx.db.sloDecision.create({
    data: {
      id: newId(),
      sloId: slo.id,
      speed,
      decision,
      shortRate,
      longRate,
      factor,
      findings,
      alertId: isAbout ? alertId : null,
      at: now,
    },
  })
  return isFiring
}

const factorOf = (slo: MeasuredSlo, speed: BurnSpeed): number | null =>
  speed === "fast" ? slo.fastFactor : slo.slowFactor

type Decided = { decision: BurnDecision; before: string | null }

async function carryOut(
  tx: Transaction,
  { slo, figures, speed, now }: Settling,
  { decision, before }: Decided,
): Promise<{ alertId: string | null; findings: Finding[] }> {
  const rates = figures[speed]
  const factor = factorOf(slo, speed)
  const pair = pairs[speed]
  const showsFigures = slo.indicator === "monitors"
  const burning = { name: slo.name, rates, factor: factor ?? 0, pair, showsFigures }
  if (decision === "cleared") {
    const findings = [clearedBy(burning, factor)]
    if (before !== null) {
      await settleAlerts(tx, [{ alertId: before, at: now, findings, respectsChoice: true }])
    }
    return { alertId: before, findings }
  }
  if (decision === "silenced") return { alertId: before, findings: [ratesOver(burning)] }
  const { remainingShare } = figures
  const used = { total: 0, consumed: 0, remainingShare: remainingShare ?? 1 }
  const budget = { remainingShare, exhaustedInMs: exhaustedInMs(used, rates.long, slo.windowDays) }
  const title = burnTitle(burning, budget)
  const findings = burnFindings(burning, budget)
  if (decision === "reopened" && before !== null) {
    const flaps = await countOutages(tx, [{ alertId: before, at: now }])
    await retriggerAlerts(tx, [{ alertId: before, title, findings }], {
      quiet: new Set(),
      acknowledged: new Set(flaps.get(before)?.isAcknowledged ? [before] : []),
    })
    return { alertId: before, findings }
  }
  const alertId = newId()
  const { projectId, id: sloId } = slo
  const severity = speed === "fast" ? "high" : "low"
  const raised = { alertId, projectId, sloId, title, findings, severity } as const
  await raiseAlerts(tx, [{ ...raised, monitorId: null, incidentId: null, failureClass: null }])
  return { alertId, findings }
}
