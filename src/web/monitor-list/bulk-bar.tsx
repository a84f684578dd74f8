import { Suspense, useState } from "react"
import { lazyPart } from "../lazy-part.ts"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { BulkBar as Bar } from "../ui/bulk-bar.tsx"
import { Button } from "../ui/button.tsx"
import { Confirm } from "../ui/dialog.tsx"
import { Menu } from "../ui/menu.tsx"
import { muteDurations } from "../ui/mute-dialog.tsx"
import type { Selection } from "./bulk-documents.ts"
import { ListChoices } from "./list-documents.ts"
import { monitorsInWords } from "../monitor/monitor-messages.ts"
import { useBulk } from "./use-bulk.ts"

const AskDependents = lazyPart(() => import("../monitor-page/monitor-page.tsx"), "AskDependents")

type Props = {
  selection: Selection
  count: number
  /** How many match the filter, if not all of them are selected. */
  all: number | undefined
  onSelectAll(): void
  onClear(): void
  onDone(): void
}

/** More are deleted at once, after a confirmation. */
const mostUndone = 10

/** What can be done with the selected monitors. */
export function BulkBar({ selection, count, all, onSelectAll, onClear, onDone }: Props) {
  const { id: projectId, isLimitedToLabels } = useProject()
  const { data } = useRead(ListChoices, { projectId })
  const [isDeleting, setDeleting] = useState(false)
  const bulk = useBulk(selection, onDone)
  const labels = data?.project?.labels.edges.map(({ node }) => node) ?? []
  const policies = data?.project?.onCallPolicies?.edges.map(({ node }) => node) ?? []
  const { ids } = selection
  const isUndone = ids !== undefined && ids !== null && ids.length <= mostUndone
  return (
    <Bar label="Change the selected monitors" {...{ count, all, onSelectAll, onClear }}>
      <Button isBusy={bulk.isRunning} onClick={bulk.pause}>
        Pause
      </Button>
      <Button isBusy={bulk.isRunning} onClick={bulk.resume}>
        Resume
      </Button>
      <Menu
        label="Mute"
        trigger="Mute"
        items={[
          ...muteDurations.map(({ value, label }) => ({
            label: `Mute for ${label}`,
            run: () => bulk.mute(value, label),
          })),
          "line",
          { label: "Unmute", run: bulk.unmute },
        ]}
      />
      {labels.length > 0 && !isLimitedToLabels && (
        <Menu
          label="Label"
          trigger="Label"
          items={[
            ...labels.map((label) => ({
              label: `Add ${label.name}`,
              run: () => bulk.label(label, true),
            })),
            "line",
            ...labels.map((label) => ({
              label: `Remove ${label.name}`,
              run: () => bulk.label(label, false),
            })),
          ]}
        />
      )}
      {policies.length > 0 && (
        <Menu
          label="Policy"
          trigger="Policy"
          items={[
            ...policies.map((policy) => ({
              label: policy.name,
              run: () => bulk.move(policy.id, policy.name),
            })),
            "line",
            { label: "Default policy", run: () => bulk.move(null, "the default policy") },
          ]}
        />
      )}
      <Button variant="quiet" onClick={() => setDeleting(true)}>
        Delete
      </Button>
      {isDeleting && isUndone && (
        <Suspense>
          <AskDependents
            ids={ids}
            title={`Delete ${monitorsInWords(count)}?`}
            onYes={() => {
              setDeleting(false)
              bulk.removeLater(ids)
            }}
            onClose={() => setDeleting(false)}
          />
        </Suspense>
      )}
      {isDeleting && !isUndone && (
        <Confirm
          title={`Delete ${monitorsInWords(count)}?`}
          text="Checks stop and the monitors are removed. Their incidents are kept. This cannot be undone."
          verb={`Delete ${monitorsInWords(count)}`}
          change={{ ...bulk, refusal: null }}
          onYes={() => void bulk.remove().then(() => setDeleting(false))}
          onClose={() => setDeleting(false)}
        />
      )}
    </Bar>
  )
}
