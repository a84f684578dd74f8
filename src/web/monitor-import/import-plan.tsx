import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { useProject } from "../project/project-context.ts"
import { Badge, type Tone } from "../ui/badge.tsx"
import { Button } from "../ui/button.tsx"
import type { Conversion, ImportResult } from "./import-documents.ts"
import { generalNotes, rowsOf, type ImportRow } from "./import-rows.ts"
import { Card } from "../ui/card.tsx"
import { sentence } from "../ui/capital.ts"

type Props = {
  conversion: Conversion
  result: ImportResult
  /** Whether it is written already. */
  isDone: boolean
}

const shownAtFirst = 200

/** Every monitor of the file with what an import does with it. */
export function ImportPlan({ conversion, result, isDone }: Props) {
  const [isAll, setAll] = useState(false)
  const rows = rowsOf(conversion, result)
  const shown = isAll ? rows : rows.slice(0, shownAtFirst)
  const general = generalNotes(conversion)
  return (
    <>
      <Card title={isDone ? "Imported" : "What an import does"}>
        <ul className="rows">
          {shown.map((row, at) => (
            <Row key={at} row={row} isDone={isDone} />
          ))}
        </ul>
        {shown.length < rows.length && (
          <p className="card-foot">
            <Button onClick={() => setAll(true)}>
              Show all {rows.length.toLocaleString()} monitors
            </Button>
          </p>
        )}
      </Card>
      {general.length > 0 && (
        <Card title="Not part of an import">
          <ul className="import-notes card-body">
            {general.map((detail) => (
              <li key={detail}>{detail}</li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}

type Said = { word: string; done: string; tone: Tone }

const outcomes: Record<ImportRow["outcome"], Said> = {
  CREATE: { word: "Create", done: "Created", tone: "good" },
  SKIP: { word: "Skip", done: "Skipped", tone: "plain" },
  INVALID: { word: "Invalid", done: "Invalid", tone: "bad" },
  FAIL: { word: "Failed", done: "Failed", tone: "bad" },
  DROP: { word: "Left out", done: "Left out", tone: "warning" },
}

function Row({ row, isDone }: { row: ImportRow; isDone: boolean }) {
  const { pages } = useProject()
  const { name, type, outcome, reason, monitorId, notes } = row
  const { word, done, tone } = outcomes[outcome]
  return (
    <li className="import-row">
      <Badge tone={tone}>{isDone ? done : word}</Badge>
      <div>
        <p className="import-name">
          {monitorId === null ? (
            <strong>{name}</strong>
          ) : (
            <Link {...pages.monitor(monitorId)}>{name}</Link>
          )}{" "}
          <span className="muted small">{type}</span>
        </p>
        {reason !== null && <p className="small">{sentence(reason)}</p>}
        {notes.length > 0 && (
          <ul className="import-notes muted small">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}
