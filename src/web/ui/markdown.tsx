import { Suspense, useState } from "react"
import { TextArea, type FieldProps } from "./field.tsx"
import type { MarkdownProps } from "./markdown-view.tsx"
import { Segments } from "./segments.tsx"
import "./markdown.css"
import { lazyPart } from "../lazy-part.ts"

const View = lazyPart(() => import("./markdown-view.tsx"), "MarkdownView")

/** Markdown as safe HTML; its source until the renderer is loaded. */
export const Markdown = (props: MarkdownProps) => (
  <Suspense fallback={<p className="words">{props.text}</p>}>
    <View {...props} />
  </Suspense>
)

type Props = FieldProps & {
  name: string
  defaultValue?: string
  rows?: number
  placeholder?: string
  /** As in `Markdown`, for the preview. */
  hasBothZones?: boolean
  onChange?(text: string): void
}

const modes = [
  { value: "write", label: "Write" },
  { value: "preview", label: "Preview" },
] as const

/** A text in Markdown with a preview. */
export function MarkdownField({
  defaultValue = "",
  rows = 6,
  onChange,
  hasBothZones = false,
  ...field
}: Props) {
  const [mode, setMode] = useState<"write" | "preview">("write")
  const [text, setText] = useState(defaultValue)
  return (
    <div className="stack tight">
      <div hidden={mode === "preview"}>
        <TextArea
          {...field}
          rows={rows}
          defaultValue={defaultValue}
          onChange={({ target }) => {
            setText(target.value)
            onChange?.(target.value)
          }}
        />
      </div>
      {mode === "preview" && (
        <section className="markdown-preview" aria-label={`Preview of ${field.label}`}>
          {text.trim() === "" ? (
            <p className="muted">Nothing to preview</p>
          ) : (
            <Markdown text={text} hasBothZones={hasBothZones} />
          )}
        </section>
      )}
      <div className="markdown-modes">
        <Segments<"write" | "preview">
          label={`${field.label}: mode`}
          value={mode}
          options={modes}
          onChange={setMode}
        />
        <span className="field-hint">Markdown</span>
      </div>
    </div>
  )
}
