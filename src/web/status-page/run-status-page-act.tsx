import { useRead } from "../live/live-read.ts"
import { useRunOnce } from "../ui/run-once.ts"
import { OneStatusPage, type StatusPage } from "./status-page-documents.ts"
import { useStatusPageActs } from "./use-status-page-acts.tsx"

type Props = { id: string; act: string }

/** Does an act of a status page whose builder is not open. */
export function RunStatusPageAct({ id, act }: Props) {
  const page = useRead(OneStatusPage, { id, mayWrite: true }).data?.statusPage
  return page && <Run page={page} act={act} />
}

function Run({ page, act }: { page: StatusPage; act: string }) {
  const { run, refusal, dialogs } = useStatusPageActs(page, () => {})
  useRunOnce(run, act, refusal)
  return dialogs
}
