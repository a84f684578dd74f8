import { useState } from "react"
import { useClient } from "urql"
import { errorInWords } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { Button } from "../ui/button.tsx"
import { toast } from "../ui/toast.tsx"
import { ExportedMonitors } from "./import-documents.ts"

/** Downloads all monitors of the project as a document that an import accepts. */
export function ExportMonitors() {
  const project = useProject()
  const client = useClient()
  const [isRunning, setRunning] = useState(false)

  async function download() {
    setRunning(true)
    const variables = { projectId: project.id }
    const { data, error } = await client
      .query(ExportedMonitors, variables, { requestPolicy: "network-only" })
      .toPromise()
    setRunning(false)
    if (error !== undefined) return toast(errorInWords(error), { isBad: true })
    save(`monitors-${fileName(project.name)}.json`, data?.project?.monitorConfig)
  }
  return (
    <Button isBusy={isRunning} onClick={() => void download()}>
      Export monitors
    </Button>
  )
}

const fileName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, "-")
    .replaceAll(/^-|-$/g, "") || "project"

function save(name: string, document_: unknown): void {
  const text = `${JSON.stringify(document_, null, 2)}\n`
  const link = document.createElement("a")
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
