import type { Indicator } from "./slo-words.ts"
import type { Preview, SloSettings } from "./slo-documents.ts"

/** The form as typed. An empty factor is the default. */
export type SloDraft = {
  name: string
  description: string
  indicator: Indicator
  monitorIds: readonly string[]
  service: string
  latencyMs: string
  targetPercent: string
  windowDays: string
  isFastOn: boolean
  fastFactor: string
  isSlowOn: boolean
  slowFactor: string
  policyId: string | null
}

export const emptyDraft: SloDraft = {
  name: "",
  description: "",
  indicator: "MONITORS",
  monitorIds: [],
  service: "",
  latencyMs: "",
  targetPercent: "99.9",
  windowDays: "30",
  isFastOn: true,
  fastFactor: "",
  isSlowOn: true,
  slowFactor: "",
  policyId: null,
}

const text = (value: number | null): string => (value === null ? "" : String(value))

export const draftOf = (slo: SloSettings): SloDraft => ({
  name: slo.name,
  description: slo.description,
  indicator: slo.indicator,
  monitorIds: slo.monitors.map(({ id }) => id),
  service: slo.service ?? "",
  latencyMs: text(slo.latencyMs),
  targetPercent: String(slo.targetPercent),
  windowDays: String(slo.windowDays),
  isFastOn: slo.fastFactor !== null,
  fastFactor: text(slo.fastFactor),
  isSlowOn: slo.slowFactor !== null,
  slowFactor: text(slo.slowFactor),
  policyId: slo.policy?.id ?? null,
})

type Factors = { fastFactor?: number | null; slowFactor?: number | null }

/** What is measured, as the server reads it; what is not a number yet is 0, which it refuses. */
export function objectiveOf(draft: SloDraft) {
  const isService = draft.indicator === "SERVICE"
  return {
    indicator: draft.indicator,
    targetPercent: Number(draft.targetPercent) || 0,
    windowDays: Number(draft.windowDays),
    monitorIds: isService ? [] : [...draft.monitorIds],
    service: isService ? draft.service.trim() : null,
    latencyMs: isService && draft.latencyMs.trim() !== "" ? Number(draft.latencyMs) || 0 : null,
    ...factorsOf(draft),
  }
}

function factorOf(isOn: boolean, typed: string): number | null | undefined {
  if (!isOn) return null
  return typed.trim() === "" ? undefined : Number(typed) || 0
}

function factorsOf(draft: SloDraft): Factors {
  const fastFactor = factorOf(draft.isFastOn, draft.fastFactor)
  const slowFactor = factorOf(draft.isSlowOn, draft.slowFactor)
  return {
    ...(fastFactor === undefined ? {} : { fastFactor }),
    ...(slowFactor === undefined ? {} : { slowFactor }),
  }
}

/** The same to save: an SLO that exists gets the defaults for factors that were cleared. */
export function changesOf(draft: SloDraft, preview: Preview | null) {
  const { indicator: _fixed, ...objective } = objectiveOf(draft)
  const { name, description, policyId } = draft
  return {
    name,
    description,
    policyId,
    ...(preview && { fastFactor: preview.fastDefault, slowFactor: preview.slowDefault }),
    ...objective,
  }
}

/** Whether there is enough to ask what it would have been. */
export function canPreview(draft: SloDraft): boolean {
  const target = Number(draft.targetPercent)
  const isMeasured =
    draft.indicator === "SERVICE" ? draft.service.trim() !== "" : draft.monitorIds.length > 0
  return isMeasured && target >= 50 && target < 100
}
