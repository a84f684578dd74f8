import { useState } from "react"
import type { Refusal } from "../ui/refusal.ts"
import { useChange } from "../live/apply-change.ts"
import { announce } from "../ui/announce.tsx"
import { useProject } from "../project/project-context.ts"
import { TestMonitor, type MonitorTest } from "./form-documents.ts"
import type { MonitorInput } from "../monitor/monitor-documents.ts"
import { inputOf, type MonitorDraft } from "./form-draft.ts"
import { statusWord } from "../monitor/monitor-messages.ts"
import { completed } from "./complete-draft.ts"

export type TestState = {
  result: MonitorTest | null
  /** What was tested. */
  tested: MonitorInput | null
  refusal: Refusal | null
  isRunning: boolean
  /** Whether the draft changed after the result. */
  isOutdated: boolean
  run(): void
}

type Last = { result: MonitorTest; tested: MonitorInput; asked: string }

/** Checks the draft once, without saving it. */
export function useTest(draft: MonitorDraft): TestState {
  const { id: projectId } = useProject()
  const { run, isRunning, refusal } = useChange(TestMonitor)
  const [last, setLast] = useState<Last | null>(null)
  const input = inputOf(completed(draft))
  const asked = JSON.stringify({ kind: draft.kind, ...input, name: null })

  async function test() {
    if (isRunning) return
    const data = await run({ projectId, kind: draft.kind, input })
    if (data === null) return
    setLast({ result: data.testMonitor, tested: input, asked })
    announce(`Test: ${statusWord[data.testMonitor.status]}`)
  }
  return {
    result: refusal === null ? (last?.result ?? null) : null,
    tested: last?.tested ?? null,
    refusal,
    isRunning,
    isOutdated: last !== null && last.asked !== asked,
    run: () => void test(),
  }
}
