import { say } from "../../findings/say.ts"
import { nextNumber } from "../../graphql/workspace/project/next-number.ts"
import { builtInState, namedSeverity } from "../../graphql/incidents/state/read-incident-parts.ts"
import { addEntries, machine } from "../../graphql/incidents/incident/timeline.ts"
import type { Transaction } from "../../graphql/kernel/transaction.ts"
import { newId } from "../../platform/id.ts"
import type { PastOutage } from "./demo-history.ts"

const minuteMs = 60_000
/** Until the second failed check. */
const confirmMs = minuteMs
const acknowledgeMs = 4 * minuteMs

/** Longer outages also have an update for the public and a published post-mortem. */
const longMs = 40 * minuteMs

const postmortem = (name: string) => `## What happened

All replicas of ${name} were restarted at the same time for an update.

## What we changed

- Replicas are updated one after the other.
- A replica gets traffic only after its health check has passed.`

/** A resolved incident for each outage, oldest first. */
export async function addPastIncidents(
  tx: Transaction,
  projectId: string,
  past: PastOutage[],
): Promise<void> {
  const { id: stateId } = await builtInState(tx.db, projectId, "incident", "resolved")
  const { id: severityId } = await namedSeverity(tx.db, projectId, "incident", "major")
  const sorted = past.toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime())
  for (const { monitor, startedAt, endedAt, findings } of sorted) {
    const reason = say(findings)
    const after = (ms: number) => new Date(startedAt.getTime() + ms)
    const isLong = endedAt.getTime() - startedAt.getTime() >= longMs
    const incidentId = newId()
    await tx.db.incident.create({
      data: {
        id: incidentId,
        projectId,
        number: await nextNumber(tx, "incident", projectId),
        title: `${monitor.name} is down`,
        description: reason,
        stateId,
        severityId,
        monitorId: monitor.id,
        startedAt,
        createdAt: after(confirmMs),
        acknowledgedAt: after(acknowledgeMs),
        acknowledgedBy: "Grace Hopper",
        resolvedAt: endedAt,
        postmortemNote: isLong ? postmortem(monitor.name) : "",
        postmortemPublished: isLong,
      },
    })
    await addEntries(tx, machine, [
      { incidentId, kind: "declared", body: reason, at: after(confirmMs) },
      { incidentId, kind: "acknowledged", at: after(acknowledgeMs) },
      ...(isLong
        ? [
            {
              incidentId,
              kind: "note" as const,
              body: "We found the cause and are restarting the replicas one after the other.",
              at: after(2 * acknowledgeMs),
              isPublic: true,
            },
          ]
        : []),
      { incidentId, kind: "resolved", at: endedAt },
    ])
  }
}
