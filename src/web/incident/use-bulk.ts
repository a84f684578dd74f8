import type { TypedDocumentNode } from "urql"
import { useRunBulk } from "../live/run-bulk.ts"
import { useProject } from "../project/project-context.ts"
import { counted } from "../ui/counted.ts"
import {
  AcknowledgeAlerts,
  AcknowledgeIncidents,
  AssignAlerts,
  MergeAlerts,
  ReopenAlerts,
  ReopenIncidents,
  ResolveAlerts,
  ResolveIncidents,
  SnoozeAlerts,
  SplitAlerts,
  UnacknowledgeAlerts,
  UnacknowledgeIncidents,
  UnsnoozeAlerts,
  type AlertSelection,
  type IncidentSelection,
  type Kept,
} from "./bulk-documents.ts"
import { keptInWords, type Already } from "./bulk-words.ts"

type Without<T> = Omit<T, "projectId">
/** The selected rows of one of the two lists. */
export type Subject =
  | { noun: "incident"; selection: Without<IncidentSelection> }
  | { noun: "alert"; selection: Without<AlertSelection> }

type Changed = Record<string, { ids: string[]; kept: Kept[] }>

const doneAlerts = (what: string) => (count: number) => `${counted(count, "alert")} ${what}`

/** Changes of many incidents or alerts; assigning and snoozing incidents is about their open alerts. */
export function useBulk({ noun, selection }: Subject, onDone: () => void) {
  const { id: projectId } = useProject()
  const { isRunning, run: runBulk, runSilent } = useRunBulk(onDone)
  const own = { selection: { ...selection, projectId } }
  const alerts: { selection: AlertSelection } =
    noun === "alert" ? own : { selection: { projectId, ofIncidents: selection } }

  const run = <D extends Changed, V extends object>(
    document: TypedDocumentNode<D, V>,
    variables: V,
    already: Already,
    said: (count: number) => string,
    undo: (selection: { projectId: string; ids: string[] }, data: D) => Promise<unknown>,
  ) => {
    const kept = (data: D) =>
      keptInWords(
        Object.values(data).flatMap((changed) => changed.kept),
        already,
      )
    return void runBulk(document, variables, {
      said: (count, data) => [`${said(count)}.`, kept(data)].join(" ").trim().replace(/\.$/, ""),
      unchanged: (data) => kept(data) || "Nothing to change",
      undo: (ids, data) => undo({ projectId, ids }, data),
    })
  }
  const back =
    <V extends { selection: object }>(document: TypedDocumentNode<unknown, V>) =>
    (selection: { projectId: string; ids: string[] }) =>
      runSilent(document, { selection } as V)

  const done = (what: string) => (count: number) => `${counted(count, noun)} ${what}`
  return {
    isRunning,
    acknowledge: () =>
      noun === "incident"
        ? run(
            AcknowledgeIncidents,
            own,
            "acknowledged",
            done("acknowledged"),
            back(UnacknowledgeIncidents),
          )
        : run(
            AcknowledgeAlerts,
            own,
            "acknowledged",
            done("acknowledged"),
            back(UnacknowledgeAlerts),
          ),
    resolve: () =>
      noun === "incident"
        ? run(ResolveIncidents, own, "resolved", done("resolved"), back(ReopenIncidents))
        : run(ResolveAlerts, own, "resolved", done("resolved"), back(ReopenAlerts)),
    assign: (userId: string | null, name: string) =>
      run(
        AssignAlerts,
        { ...alerts, userId },
        "assigned",
        doneAlerts(`assigned to ${name}`),
        (_selection, { assignAlerts: { previous } }) =>
          Promise.all(
            previous.map(({ userId: before, ids }) =>
              runSilent(AssignAlerts, { selection: { projectId, ids }, userId: before }),
            ),
          ),
      ),
    snooze: (minutes: number, words: string) =>
      run(
        SnoozeAlerts,
        { ...alerts, until: new Date(Date.now() + minutes * 60_000).toISOString() },
        "snoozed",
        doneAlerts(`snoozed for ${words}`),
        back(UnsnoozeAlerts),
      ),
    merge: () => run(MergeAlerts, alerts, "merged", doneAlerts("merged"), back(SplitAlerts)),
  }
}
