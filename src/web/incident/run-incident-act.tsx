import { useRead } from "../live/live-read.ts"
import { useRunOnce } from "../ui/run-once.ts"
import { OneIncident as OneIncidentDocument, type OneIncident } from "./incident-documents.ts"
import { useIncidentActs } from "./use-incident-acts.tsx"

type Props = { id: string; act: string }

/** Does an act of an incident whose page is not open. */
export function RunIncidentAct({ id, act }: Props) {
  const incident = useRead(OneIncidentDocument, { id }).data?.incident
  return incident && <Run incident={incident} act={act} />
}

function Run({ incident, act }: { incident: OneIncident; act: string }) {
  const { run, refusal, dialogs } = useIncidentActs(incident, () => {})
  useRunOnce(run, act, refusal)
  return dialogs
}
