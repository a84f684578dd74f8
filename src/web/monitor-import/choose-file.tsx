import { useId, useState } from "react"
import { Choice, TextArea } from "../ui/field.tsx"
import { Icon } from "../ui/icon.tsx"
import type { Product } from "./import-documents.ts"
import { productNames, products } from "./products.ts"

type Props = {
  product: Product | null
  isBusy: boolean
  onProduct(product: Product | null): void
  variables: string
  onVariables(text: string): void
  onFiles(files: File[]): void
}

/** A file is dropped here, or chosen. */
export function ChooseFile({ product, isBusy, variables, onProduct, onVariables, onFiles }: Props) {
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
          const files = [...event.dataTransfer.files]
          if (files.length > 0) onFiles(files)
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
          accept=".json,.yaml,.yml,.csv,.txt,.ndjson,.db,.db-wal,.sqlite"
          multiple
          onChange={({ target }) => {
            const files = [...(target.files ?? [])]
            if (files.length > 0) onFiles(files)
            // The same file can be chosen again, once it was corrected.
            target.value = ""
          }}
        />
        <p className="muted small">
          JSON, YAML or CSV, at most 5 MiB, or <code>kuma.db</code> of Uptime Kuma. Choose{" "}
          <code>kuma.db-wal</code> together with it: the latest changes are only there. Secrets are
          left out.
        </p>
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
          options={products.map((one) => ({ value: one, label: productNames[one] }))}
        >
          <option value="">Detect</option>
        </Choice>
        <TextArea
          label="Variables"
          value={variables}
          onChange={({ target }) => onVariables(target.value)}
          rows={3}
          autoComplete="off"
          spellCheck={false}
          placeholder="SHOP_URL=https://shop.example.com"
          hint="Optional lines NAME=value that fill placeholders such as ${NAME}."
        />
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
