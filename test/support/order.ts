import { BaseSequencer, type TestSpecification } from "vitest/node"

/** The longest, started first so that none runs alone at the end; stories that start many processes not at once. */
const longest = [
  "story/faults/own-faults",
  "story/faults/cuts",
  "story/telemetry",
  "story/escalation-chaos",
  "story/scale-out",
  "story/blind-prober",
  "story/distributed",
  "cli/demo",
  "story/probers",
  "story/faults/honest-network",
  "story/restarted-probers",
  "story/full-disk",
  "cli/backup",
  "web/accessible",
  "cli/commands",
  "contract/how-to-add",
  "probe/addresses",
  "web/team-channel",
  "contract/operations",
  "telemetry/canary",
  "web/sso",
  "web/webhook",
  "web/stale",
  "telemetry/backup",
  "cli/start",
  "graphql/escalation-reach-property",
  "telemetry/log-tail",
]

const rank = ({ moduleId }: TestSpecification): number => {
  const found = longest.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`))
  return found === -1 ? longest.length : found
}

/** The longest first, then the rest in Vitest's order. */
export class Order extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await BaseSequencer.prototype.sort.call(this, files)
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}
