import { useId, useState } from "react"
import { Choice } from "../ui/field.tsx"
import { Icon } from "../ui/icon.tsx"
import type { Product } from "./import-documents.ts"
import { productNames, products } from "./products.ts"

type Props = {
  product: Product | null
  isBusy: boolean
  onProduct(product: Product | null): void
  onFile(file: File): void
}

/** A file is dropped here, or chosen. */
export function ChooseFile({ product, isBusy, onProduct, onFile }: Props) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  return (
    <section className="card import-choose" aria-label="File">
      <div
        className="import-drop"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          const [file] = event.dataTransfer.files
          if (file !== undefined) onFile(file)
        }}
      >
        <Icon name="external" size={20} />
        <p>
          Drop an export here, or{" "}
          <label htmlFor={id} className="import-pick">
            choose a file
          </label>
        </p>
        <input
          id={id}
          type="file"
          className="unseen"
          accept=".json,.yaml,.yml,.csv,.txt,.ndjson"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file !== undefined) onFile(file)
            // The same file can be chosen again, once it was corrected.
            target.value = ""
          }}
        />
        <p className="muted small">JSON, YAML or CSV, at most 5 MiB. Secrets are left out.</p>
        <p className="small" role="status">
          {isBusy ? "Reading the file…" : ""}
        </p>
      </div>
      <div className="import-from">
        <Choice
          label="Exported from"
          value={product ?? ""}
          onChange={({ target }) => onProduct(products.find((one) => one === target.value) ?? null)}
          hint="Detected from the file. Name the product if that fails."
        >
          <option value="">Detect</option>
          {products.map((one) => (
            <option key={one} value={one}>
              {productNames[one]}
            </option>
          ))}
        </Choice>
        <p className="small">
          Reads exports from{" "}
          {products
            .filter((one) => one !== "WATCHKEEPER")
            .map((one) => productNames[one])
            .join(", ")}
          , and documents that “Export monitors” wrote here or elsewhere.
        </p>
        <p className="muted small">
          Monitors that exist already, by name and type, are never changed. You see what an import
          would do before anything is written.
        </p>
      </div>
    </section>
  )
}
