import type { TypedDocumentNode } from "urql"
import { useDeleteLater } from "../live/delete-later.ts"
import { useRunBulk, type Changed } from "../live/run-bulk.ts"
import { monitorsInWords } from "../monitor/monitor-messages.ts"
import {
  DeleteMonitors,
  LabelMonitors,
  MuteMonitors,
  PauseMonitors,
  ResumeMonitors,
  SetPolicyOfMonitors,
  UnmuteMonitors,
  type Selection,
} from "./bulk-documents.ts"

type Variables = { selection: Selection }

const unchanged = () => "Nothing to change: the selected monitors are like that already"

/** Changes of many monitors. */
export function useBulk(selection: Selection, onDone: () => void) {
  const { isRunning, run: runBulk, runSilent } = useRunBulk(onDone)
  const deleteLater = useDeleteLater(DeleteMonitors)
  const { projectId } = selection

  const run = <D extends Changed, V extends Variables>(
    document: TypedDocumentNode<D, V>,
    variables: V,
    say: (count: string) => string,
    undo?: (selection: Selection, data: D) => Promise<unknown>,
  ) =>
    runBulk(document, variables, {
      said: (count) => say(monitorsInWords(count)),
      unchanged,
      ...(undo && { undo: (ids, data) => undo({ projectId, ids }, data) }),
    })
  const silent =
    <V extends Variables>(document: TypedDocumentNode<Changed, V>, more: Omit<V, "selection">) =>
    (selection: Selection) =>
      runSilent(document, { ...more, selection } as V)

  return {
    isRunning,
    pause: () =>
      void run(PauseMonitors, { selection }, (n) => `${n} paused`, silent(ResumeMonitors, {})),
    resume: () =>
      void run(ResumeMonitors, { selection }, (n) => `${n} resumed`, silent(PauseMonitors, {})),
    mute: (durationMinutes: number, words: string) =>
      void run(
        MuteMonitors,
        { selection, durationMinutes },
        (n) => `${n} muted for ${words}`,
        silent(UnmuteMonitors, {}),
      ),
    unmute: () => void run(UnmuteMonitors, { selection }, (n) => `${n} unmuted`),
    label: ({ id, name }: { id: string; name: string }, isAdded: boolean) => {
      const [key, other] = isAdded
        ? (["addIds", "removeIds"] as const)
        : (["removeIds", "addIds"] as const)
      void run(
        LabelMonitors,
        { selection, [key]: [id] },
        (n) => (isAdded ? `${name} added to ${n}` : `${name} removed from ${n}`),
        silent(LabelMonitors, { [other]: [id] }),
      )
    },
    move: (policyId: string | null, name: string) =>
      void run(
        SetPolicyOfMonitors,
        { selection, policyId },
        (n) => `${n} moved to ${name}`,
        ({ projectId }, { setPolicyOfMonitors: { previous } }) =>
          Promise.all(
            previous.map(({ policyId: before, ids }) =>
              silent(SetPolicyOfMonitors, { policyId: before })({ projectId, ids }),
            ),
          ),
      ),
    remove: () => run(DeleteMonitors, { selection }, (n) => `${n} deleted`),
    removeLater: (ids: readonly string[]) => {
      deleteLater({ ids, variables: { selection }, said: `${monitorsInWords(ids.length)} deleted` })
      onDone()
    },
  }
}
