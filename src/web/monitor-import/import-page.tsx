import { useState, type ReactNode } from "react"
import { useChange } from "../live/apply-change.ts"
import { NoAccess } from "../project/no-access.tsx"
import { useProject } from "../project/project-context.ts"
import { Button, ButtonLink } from "../ui/button.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { Switch } from "../ui/switch.tsx"
import { ChooseFile } from "./choose-file.tsx"
import { ExportMonitors } from "./export-monitors.tsx"
import {
  ConvertMonitors,
  ImportMonitors as Import,
  type Conversion,
  type ImportResult,
  type Product,
} from "./import-documents.ts"
import { ImportPlan } from "./import-plan.tsx"
import { productNames } from "./products.ts"
import { readFiles } from "./read-file.ts"
import "./monitor-import.css"
import { counted } from "../ui/counted.ts"

type Plan = { fileName: string; conversion: Conversion; result: ImportResult; isDone: boolean }

/** A file of monitors: what an import of it would do, then the import. */
export function ImportMonitors(): ReactNode {
  const { id: projectId, mayWhole, pages } = useProject()
  const convert = useChange(ConvertMonitors)
  const run = useChange(Import)
  const [product, setProduct] = useState<Product | null>(null)
  const [variables, setVariables] = useState("")
  const [plan, setPlan] = useState<Plan | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [isCreatingLabels, setCreatingLabels] = useState(true)

  async function preview(fileName: string, conversion: Conversion, createLabels: boolean) {
    const { document } = conversion
    const data = await run.run({ projectId, document, dryRun: true, createLabels })
    const result = data?.importMonitors
    setPlan(result === undefined ? null : { fileName, conversion, result, isDone: false })
  }
  async function open(files: File[]) {
    setPlan(null)
    run.clear()
    convert.clear()
    const { content, fault } = await readFiles(files)
    setFault(fault)
    if (content === null) return
    const data = await convert.run({ projectId, ...content, variables, product })
    const [name = ""] = files.map((file) => file.name).toSorted((a, b) => a.length - b.length)
    if (data !== null) await preview(name, data.convertMonitors, isCreatingLabels)
  }
  async function write({ conversion, ...rest }: Plan) {
    const { document } = conversion
    const createLabels = isCreatingLabels
    const data = await run.run({ projectId, document, dryRun: false, createLabels })
    if (data !== null) setPlan({ ...rest, conversion, result: data.importMonitors, isDone: true })
  }

  const said = fault ?? convert.refusal?.message ?? run.refusal?.message
  if (!mayWhole("monitors:write")) {
    return <NoAccess label="Import monitors" needs={["monitors:write"]} />
  }
  return (
    <>
      <PageHead title="Import monitors" back={{ label: "Monitors", ...pages.monitors }}>
        <ExportMonitors />
      </PageHead>
      <div className="import">
        {said !== undefined && (
          <div className="refused" role="alert">
            <p>{said}</p>
          </div>
        )}
        {plan === null ? (
          <ChooseFile
            product={product}
            isBusy={convert.isRunning || run.isRunning}
            onProduct={setProduct}
            variables={variables}
            onVariables={setVariables}
            onFiles={(files) => void open(files)}
          />
        ) : (
          <>
            <Sum plan={plan} />
            {!plan.isDone && (
              <Before
                plan={plan}
                isBusy={run.isRunning}
                isCreatingLabels={isCreatingLabels}
                onCreateLabels={(isOn) => {
                  setCreatingLabels(isOn)
                  void preview(plan.fileName, plan.conversion, isOn)
                }}
                onImport={() => void write(plan)}
                onAnother={() => setPlan(null)}
              />
            )}
            {plan.isDone && (
              <div className="row">
                <ButtonLink variant="accent" {...pages.monitors}>
                  Show monitors
                </ButtonLink>
                <Button onClick={() => setPlan(null)}>Import another file</Button>
              </div>
            )}
            <ImportPlan {...plan} />
          </>
        )}
      </div>
    </>
  )
}

/** "kuma.json · Uptime Kuma · 11 monitors: 9 to create, 1 left out". */
function Sum({ plan: { fileName, conversion, result, isDone } }: { plan: Plan }) {
  const { createdCount, skippedCount, invalidCount, failedCount, entries } = result
  const count = conversion.sourceCount ?? entries.length
  const parts: [number, string][] = [
    [createdCount, isDone ? "created" : "to create"],
    [skippedCount, isDone ? "skipped" : "to skip"],
    [invalidCount, "invalid"],
    [failedCount, "failed"],
    [conversion.droppedCount, "left out"],
  ]
  const said = parts.flatMap(([number, word]) =>
    number > 0 ? [`${number.toLocaleString()} ${word}`] : [],
  )
  return (
    <p className="import-sum" role="status">
      <span className="muted">
        {fileName} · {productNames[conversion.product]} ·{" "}
      </span>
      {counted(count, "monitor")}
      {said.length > 0 && `: ${said.join(", ")}`}
    </p>
  )
}

type BeforeProps = {
  plan: Plan
  isBusy: boolean
  isCreatingLabels: boolean
  onCreateLabels(isOn: boolean): void
  onImport(): void
  onAnother(): void
}

function Before({
  plan: { result },
  isBusy,
  isCreatingLabels,
  onCreateLabels,
  onImport,
  onAnother,
}: BeforeProps) {
  const { createdCount, createdLabels, unmatchedLabels } = result
  const labels = [...createdLabels, ...unmatchedLabels]
  return (
    <>
      {labels.length > 0 && (
        <Switch
          label="Create labels that the project does not have"
          hint={labels.join(", ")}
          isOn={isCreatingLabels}
          onChange={onCreateLabels}
        />
      )}
      <div className="row">
        {createdCount > 0 && (
          <Button variant="accent" isBusy={isBusy} onClick={onImport}>
            Import {counted(createdCount, "monitor")}
          </Button>
        )}
        <Button onClick={onAnother}>Choose another file</Button>
      </div>
    </>
  )
}
