import { useState } from "react"
import { useClient, type TypedDocumentNode } from "urql"
import { useDeleteLater } from "../live/delete-later.ts"
import { errorInWords } from "../live/live-read.ts"
import { toast } from "../ui/toast.tsx"
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

/** The result of one mutation. */
type Changed = Record<string, { ids: string[] }>
type Variables = { selection: Selection }

const unchanged = "Nothing to change: the selected monitors are like that already"

/** Changes of many monitors; the server says which of them changed, and only those are undone. */
export function useBulk(selection: Selection, onDone: () => void) {
  const client = useClient()
  const deleteLater = useDeleteLater(DeleteMonitors)
  const [isRunning, setRunning] = useState(false)

  async function run<D extends Changed, V extends Variables>(
    document: TypedDocumentNode<D, V>,
    variables: V,
    say: (count: string) => string,
    undo?: (selection: Selection, data: D) => Promise<unknown>,
  ): Promise<void> {
    setRunning(true)
    const { data, error } = await client.mutation<D, V>(document, variables).toPromise()
    setRunning(false)
    if (data === undefined) {
      toast(error === undefined ? "Nothing changed" : errorInWords(error), { isBad: true })
      return
    }
    const ids = Object.values(data).flatMap((changed) => changed.ids)
    const back = { projectId: selection.projectId, ids }
    toast(
      ids.length === 0 ? unchanged : say(monitorsInWords(ids.length)),
      undo === undefined || ids.length === 0
        ? {}
        : { undo: () => void undo(back, data).then(() => onDone()) },
    )
    onDone()
  }
  const silent =
    <V extends Variables>(document: TypedDocumentNode<Changed, V>, more: Omit<V, "selection">) =>
    async (selection: Selection) => {
      const { error } = await client
        .mutation<Changed, V>(document, { ...more, selection } as V)
        .toPromise()
      if (error !== undefined) toast(errorInWords(error), { isBad: true })
    }

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
