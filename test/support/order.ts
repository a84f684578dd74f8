import { BaseSequencer } from "vitest/node"
import type { TestSpecification } from "vitest/node"

/** Stories of up to two minutes that mostly wait: started first, so that others run meanwhile and none runs alone at the end. */
const patient = [
  "story/faults/own-faults",
  "story/faults/cuts",
  "story/escalation-chaos",
  "cli/demo",
]

const rank = ({ moduleId }: TestSpecification): number => {
  const found = patient.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`))
  if (found !== -1) return found
  return moduleId.includes("/test/story/") ? patient.length : patient.length + 1
}

/** Waiting stories first, then the others, then the rest in Vitest's order. */
export class Order extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await BaseSequencer.prototype.sort.call(this, files)
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}
